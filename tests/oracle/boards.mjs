// Boards thrown at random, and what goscorer (github.com/lightvector/goscorer, MIT) says of them:
//
//     node boards.mjs path/to/goscorer.mjs 600 [SEED] > ../territory/boards.txt
//
// A board a block: rows as they stand, dead stones in small letters, and beside each row what its points
// count as: `X`, `O` stones, `x`, `o` stones in seki, `b`, `w` territory, `-` nobody's.
import path from "node:path";
import { pathToFileURL } from "node:url";

const scorer = await import(pathToFileURL(path.resolve(process.argv[2])));

let state = Number(process.argv[4] ?? 20260101);
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

function near(rows, row, col) {
  const all = [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]];
  return all.filter(([r, c]) => r >= 0 && r < rows.length && c >= 0 && c < rows[0].length);
}

// Areas of both colours, walls where they meet, and anything inside.
function board() {
  const cols = 5 + random(5);
  const count = 4 + random(5);
  const seeds = Array.from({ length: 2 + random(4) }, (_, i) => [random(count), random(cols), i % 2]);
  const area = Array.from({ length: count }, (_, row) =>
    Array.from({ length: cols }, (_, col) => {
      const far = ([r, c]) => 3 * Math.abs(r - row) + 3 * Math.abs(c - col) + random(3);
      return seeds.map((seed) => [far(seed), seed[2]]).sort((a, b) => a[0] - b[0])[0][1];
    }));
  const within = [2, 3, 4][random(3)];
  return area.map((line, row) =>
    line.map((owner, col) => {
      const border = near(area, row, col).some(([r, c]) => area[r][c] !== owner);
      const number = random(100);
      const stones = owner ? "Ox" : "Xo";
      if (border) return number < 6 ? "." : number < 9 ? stones[1] : stones[0];
      return number < 10 * within ? stones[0] : number < 10 * within + 13 ? stones[1] : ".";
    }).join(""));
}

// One room of Black's, dead stones in it, walls with gaps, and White around it, who lives.
function room() {
  const [rows, cols] = [5 + random(4), 6 + random(5)];
  const cells = Array.from({ length: rows }, () => Array(cols).fill("O"));
  const space = [[random(rows - 1), random(cols)]];
  const size = 2 + random(15);
  const has = (row, col) => space.some(([r, c]) => r === row && c === col);
  for (let tries = 0; space.length < size && tries < 200; tries++) {
    const [row, col] = space[random(space.length)];
    const free = near(cells, row, col).filter(([r, c]) => r < rows - 1 && !has(r, c));
    if (free.length) space.push(free[random(free.length)]);
  }
  for (const [row, col] of space) {
    for (const [r, c] of near(cells, row, col)) {
      if (!has(r, c)) cells[r][c] = random(100) < 96 ? "X" : random(2) ? "." : "o";
    }
  }
  const dead = [0, 15, 30, 55][random(4)];
  for (const [row, col] of space) {
    const number = random(100);
    cells[row][col] = number < dead ? "o" : number < dead + 8 ? "X" : ".";
  }
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      if (cells[row][col] === "O" && random(100) < 12) cells[row][col] = ".";
    }
  }
  return cells.map((line) => line.join(""));
}

// Whether each living chain has a liberty once the dead stones are off.
function stands(rows) {
  const color = (row, col) => ("XO".includes(rows[row][col]) ? rows[row][col] : ".");
  for (let row = 0; row < rows.length; row++) {
    for (let col = 0; col < rows[0].length; col++) {
      const own = color(row, col);
      if (own === ".") continue;
      const seen = new Set([`${row},${col}`]);
      let free = false;
      const queue = [[row, col]];
      for (const [r, c] of queue) {
        for (const [nextRow, nextCol] of near(rows, r, c)) {
          const next = color(nextRow, nextCol);
          free ||= next === ".";
          if (next === own && !seen.has(`${nextRow},${nextCol}`)) {
            seen.add(`${nextRow},${nextCol}`);
            queue.push([nextRow, nextCol]);
          }
        }
      }
      if (!free) return false;
    }
  }
  return true;
}

function answer(rows) {
  const { BLACK, WHITE, EMPTY } = scorer;
  const stones = rows.map((row) =>
    [...row].map((c) => ("Xx".includes(c) ? BLACK : "Oo".includes(c) ? WHITE : EMPTY)));
  const dead = rows.map((row) => [...row].map((c) => "xo".includes(c)));
  return scorer.territoryScoring(stones, dead, false).map((line, row) =>
    line.map((point, col) => {
      const stone = rows[row][col];
      if ("XO".includes(stone)) {
        return point.belongsToSekiGroup === EMPTY ? stone : stone.toLowerCase();
      }
      return { [BLACK]: "b", [WHITE]: "w" }[point.isTerritoryFor] ?? "-";
    }).join(""));
}

for (let made = 0; made < Number(process.argv[3]);) {
  const rows = made % 3 ? room() : board();
  if (!stands(rows)) continue;
  const told = answer(rows);
  console.log(rows.map((row, i) => `${row} ${told[i]}`).join("\n") + "\n");
  made++;
}
