'use strict';
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const make = (name, attributes, text) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    return element;
  };

  // Filters.
  const filter = document.querySelector('.filter');
  const [search, verdict, shown] = ['input', 'select', '.shown'].map(s => filter.querySelector(s));
  const entries = all('[data-verdict]').map(element => ({
    element,
    verdict: element.dataset.verdict,
    text: (element.dataset.text ?? element.textContent).toLowerCase(),
  }));
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let number = 0;
    for (const entry of entries) {
      const fits = (!verdict.value || entry.verdict === verdict.value)
        && words.every(word => entry.text.includes(word));
      entry.element.hidden = !fits;
      number += fits && entry.element.closest('#games') ? 1 : 0;
    }
    shown.textContent = words.length || verdict.value ? `${number} games shown` : '';
  };
  filter.hidden = false;
  search.addEventListener('input', apply);
  verdict.addEventListener('change', apply);

  // Sorting by a column.
  for (const head of all('.wide thead th')) {
    const button = make('button', { type: 'button', title: 'Sort' }, head.textContent);
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const column = [...head.parentNode.children].indexOf(head);
      const down = head.getAttribute('aria-sort') === 'ascending';
      all('th', head.parentNode).forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const body = head.closest('table').tBodies[0];
      const key = row => row.cells[column].textContent;
      const compare = new Intl.Collator(undefined, { numeric: true }).compare;
      const rows = [...body.rows].sort((a, b) => compare(key(a), key(b)) * (down ? -1 : 1));
      body.append(...rows);
    });
  }

  // Stepping through a game.
  const stones = text => {
    const letter = c => (c >= 'a' ? c.charCodeAt(0) - 97 : c.charCodeAt(0) - 39);
    return (text.match(/.{3}/g) ?? []).map(([color, col, row]) =>
      ({ color, col: col === '-' ? -1 : letter(col), row: col === '-' ? -1 : letter(row) }));
  };
  const play = (board, cols, rows, { color, col, row }) => {
    if (col < 0 || col >= cols || row >= rows || board[row * cols + col]) return;
    board[row * cols + col] = color;
    const near = at => {
      const [c, r] = [at % cols, Math.floor(at / cols)];
      return [c > 0 && at - 1, c + 1 < cols && at + 1, r > 0 && at - cols, r + 1 < rows && at + cols]
        .filter(other => other !== false);
    };
    const captured = start => {
      const chain = [start];
      const seen = new Set(chain);
      for (const at of chain) {
        for (const other of near(at)) {
          if (!board[other]) return [];
          if (board[other] === board[start] && !seen.has(other)) {
            seen.add(other);
            chain.push(other);
          }
        }
      }
      return chain;
    };
    const at = row * cols + col;
    for (const other of near(at)) {
      if (board[other] && board[other] !== color) captured(other).forEach(gone => { board[gone] = ''; });
    }
    captured(at).forEach(gone => { board[gone] = ''; });
  };
  const svg = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const x = line => 30 + 24 * line;
  for (const card of all('.card[data-moves]')) {
    const picture = card.querySelector('.board');
    if (!picture) continue;
    const [cols, rows] = card.dataset.size.split('x').map(Number);
    const setup = stones(card.dataset.setup);
    const moves = stones(card.dataset.moves);
    const [drawn, counted] = ['.stones', '.counted'].map(s => picture.querySelector(s));
    const end = drawn.cloneNode(true).childNodes;
    const final = [...end];
    const step = make('div', { class: 'step' });
    const back = make('button', { type: 'button', 'aria-label': 'Previous move' }, '‹');
    const next = make('button', { type: 'button', 'aria-label': 'Next move' }, '›');
    const slider = make('input', { type: 'range', min: 0, max: moves.length + 1, 'aria-label': 'Move' });
    const output = make('output', {});
    slider.value = moves.length + 1;
    step.append(back, slider, next, output);
    card.querySelector('figure').append(step);
    const show = () => {
      const number = Number(slider.value);
      const ended = number > moves.length;
      counted.style.display = ended ? '' : 'none';
      output.textContent = ended ? 'counted' : `${number} of ${moves.length}`;
      if (ended) return drawn.replaceChildren(...final);
      const board = Array(cols * rows).fill('');
      setup.forEach(({ color, col, row }) => { board[row * cols + col] = color; });
      moves.slice(0, number).forEach(move => play(board, cols, rows, move));
      drawn.replaceChildren(...['black', 'white'].map(name => {
        const group = svg('g', { class: name, fill: `url(#stone-${name})` });
        board.forEach((color, at) => {
          if (color !== (name === 'black' ? 'B' : 'W')) return;
          group.append(svg('circle', { cx: x(at % cols), cy: x(Math.floor(at / cols)), r: 11.3 }));
        });
        return group;
      }));
      const last = moves[number - 1];
      if (last && last.col >= 0) {
        drawn.append(svg('circle', { class: last.color === 'B' ? 'last-black' : 'last-white', cx: x(last.col), cy: x(last.row), r: 6 }));
      }
    };
    const go = number => { slider.value = number; show(); };
    slider.addEventListener('input', show);
    back.addEventListener('click', () => go(Number(slider.value) - 1));
    next.addEventListener('click', () => go(Number(slider.value) + 1));
    for (const item of all('.finds li', card)) {
      const move = Number(item.dataset.move);
      if (!move || move > moves.length) continue;
      const button = make('button', { type: 'button', class: 'goto' }, `show move ${move}`);
      button.addEventListener('click', () => go(move));
      item.append(' ', button);
    }
    show();
  }
})();
