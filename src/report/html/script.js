'use strict';
// What a report does beyond showing itself: filters, sorting, and stepping through games. The page uses the same.
const SgfAuditReport = (() => {
  const all = (selector, from) => [...from.querySelectorAll(selector)];
  const make = (name, attributes, text) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    return element;
  };
  const svg = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  // Filters. What an entry is filtered by is read once.
  const facts = new WeakMap();
  const columns = table => {
    if (!facts.has(table)) {
      const heads = all('thead th', table).map(head => head.textContent);
      facts.set(table, Object.fromEntries(['Black', 'White', 'Round'].map(name => [name, heads.indexOf(name)])));
    }
    return facts.get(table);
  };
  const read = element => {
    const { verdict = '', f = '', round = '', text } = element.dataset;
    const entry = { verdict, round, findings: f.split(' '), text: text ?? element.textContent.toLowerCase() };
    if (element.tagName === 'TR') {
      const at = columns(element.closest('table'));
      const cell = name => element.cells[at[name]]?.textContent ?? '';
      entry.players = [cell('Black'), cell('White')];
      if (at.Round >= 0) entry.round = cell('Round');
    } else {
      entry.players = all('.player', element).map(player => player.textContent);
    }
    return entry;
  };
  const fact = element => {
    if (!facts.has(element)) facts.set(element, read(element));
    return facts.get(element);
  };
  // A cross table has no row per game.
  const entries = root => all('main .card, main .wide:not(.cross) tbody tr', root);
  const words = text => text.toLowerCase().split(/\s+/).filter(Boolean);
  const apply = root => {
    const filter = root.querySelector('.filter');
    const value = name => filter.querySelector(`[name=${name}]`).value;
    const [verdict, finding, round] = ['verdict', 'finding', 'round'].map(value);
    const [text, player] = ['text', 'player'].map(name => words(value(name)));
    const used = verdict || finding || round || text.length || player.length;
    let [games, cards] = [0, 0];
    for (const element of entries(root)) {
      const entry = fact(element);
      const players = entry.players.join('\n').toLowerCase();
      const fits = !used || (!verdict || entry.verdict === verdict)
        && (!finding || entry.findings.includes(finding))
        && (!round || entry.round === round)
        && player.every(word => players.includes(word))
        && text.every(word => entry.text.includes(word));
      element.hidden = !fits;
      if (fits && element.closest('#games')) games += 1;
      if (fits && element.tagName === 'ARTICLE') cards += 1;
    }
    filter.querySelector('[name=clear]').hidden = !used;
    filter.querySelector('.shown').textContent = used
      ? `${games} ${games === 1 ? 'game' : 'games'}, ${cards} to look at` : '';
  };
  // The choices that only the games know.
  const offer = root => {
    const filter = root.querySelector('.filter');
    const [rounds, players] = [new Set(), new Set()];
    for (const row of all('#games tbody tr', root)) {
      const entry = fact(row);
      if (entry.round) rounds.add(entry.round);
      if (players.size < 2000) entry.players.filter(Boolean).forEach(name => players.add(name));
    }
    const compare = new Intl.Collator(undefined, { numeric: true }).compare;
    const select = filter.querySelector('[name=round]');
    const chosen = select.value;
    const options = [...rounds].sort(compare).slice(0, 500).map(name => make('option', { value: name }, name));
    select.replaceChildren(select.options[0], ...options);
    select.value = rounds.has(chosen) ? chosen : '';
    select.hidden = rounds.size < 2;
    filter.querySelector('datalist').replaceChildren(
      ...[...players].sort(compare).map(name => make('option', { value: name })));
  };
  const listen = (root, filter) => {
    filter.hidden = false;
    filter.addEventListener('input', () => apply(root));
    filter.querySelector('[name=clear]').addEventListener('click', () => {
      for (const field of all('input, select', filter)) field.value = '';
      apply(root);
    });
  };

  // Sorting by a column.
  const sort = (head, down) => {
    const column = [...head.parentNode.children].indexOf(head);
    all('th', head.parentNode).forEach(other => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const body = head.closest('table').tBodies[0];
    const key = row => row.cells[column].textContent;
    const compare = new Intl.Collator(undefined, { numeric: true }).compare;
    body.append(...[...body.rows].sort((a, b) => compare(key(a), key(b)) * (down ? -1 : 1)));
  };
  const sortable = head => {
    const button = make('button', { type: 'button' }, head.textContent);
    head.replaceChildren(button);
    button.addEventListener('click', () => sort(head, head.getAttribute('aria-sort') === 'ascending'));
  };

  // Stepping through a game.
  const letter = c => (c >= 'a' ? c.charCodeAt(0) - 97 : c.charCodeAt(0) - 39);
  const stones = text => (text.match(/.{3}/g) ?? []).map(([color, col, row]) =>
    ({ color, col: col === '-' ? -1 : letter(col), row: col === '-' ? -1 : letter(row) }));
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
  const x = line => 30 + 24 * line;
  const drawing = board => (cols, last) => {
    const groups = ['black', 'white'].map(name => {
      const group = svg('g', { class: name, fill: `url(#stone-${name})` });
      board.forEach((color, at) => {
        if (color !== (name === 'black' ? 'B' : 'W')) return;
        group.append(svg('circle', { cx: x(at % cols), cy: x(Math.floor(at / cols)), r: 11.3 }));
      });
      return group;
    });
    if (last && last.col >= 0) {
      const name = last.color === 'B' ? 'last-black' : 'last-white';
      groups.push(svg('circle', { class: name, cx: x(last.col), cy: x(last.row), r: 6 }));
    }
    return groups;
  };
  // The moves with findings, on a line as long as the slider.
  const timeline = (card, moves) => {
    const found = all('.finds li', card).map(item => ({ item, move: Number(item.dataset.move) }))
      .filter(({ move }) => move && move <= moves.length);
    const line = svg('svg', { class: 'timeline', viewBox: `0 0 ${moves.length + 1} 6`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    const width = Math.max(1, moves.length / 100);
    for (const { item, move } of found) {
      line.append(svg('rect', { class: item.dataset.severity, x: move - width / 2, width, height: 6 }));
    }
    return { line, found };
  };
  const step = card => {
    const picture = card.querySelector('.board');
    const [cols, rows] = card.dataset.size.split('x').map(Number);
    const [setup, moves] = [stones(card.dataset.setup), stones(card.dataset.moves)];
    const [drawn, counted] = ['.stones', '.counted'].map(s => picture.querySelector(s));
    const final = [...drawn.childNodes];
    const bar = make('div', { class: 'step' });
    const back = make('button', { type: 'button', 'aria-label': 'Previous move' }, '‹');
    const next = make('button', { type: 'button', 'aria-label': 'Next move' }, '›');
    const slider = make('input', { type: 'range', min: 0, max: moves.length + 1, 'aria-label': 'Move' });
    const output = make('output', {});
    slider.value = moves.length + 1;
    const { line, found } = timeline(card, moves);
    const middle = make('div', { class: 'line' });
    middle.append(slider, ...(found.length ? [line] : []));
    bar.append(back, middle, next, output);
    card.querySelector('figure').append(bar);
    const show = () => {
      const number = Number(slider.value);
      const ended = number > moves.length;
      const text = ended ? (card.dataset.dead === undefined ? 'end' : 'counted') : `${number} of ${moves.length}`;
      output.textContent = text;
      slider.setAttribute('aria-valuetext', text);
      card.dataset.step = ended ? 'end' : number;
      counted.style.display = ended ? '' : 'none';
      if (ended) return drawn.replaceChildren(...final);
      const board = Array(cols * rows).fill('');
      setup.forEach(({ color, col, row }) => { board[row * cols + col] = color; });
      moves.slice(0, number).forEach(move => play(board, cols, rows, move));
      drawn.replaceChildren(...drawing(board)(cols, moves[number - 1]));
    };
    const go = number => { slider.value = number; show(); };
    slider.addEventListener('input', show);
    back.addEventListener('click', () => go(Number(slider.value) - 1));
    next.addEventListener('click', () => go(Number(slider.value) + 1));
    for (const { item, move } of found) {
      const button = make('button', { type: 'button', class: 'goto' }, `show move ${move}`);
      button.addEventListener('click', () => go(move));
      item.append(' ', button);
    }
    show();
  };

  const seen = new WeakSet();
  const once = (elements, work) => elements.filter(element => !seen.has(element)).forEach(element => {
    seen.add(element);
    work(element);
  });
  // A link to a game that has no card leads to its row.
  const follow = link => link.addEventListener('click', () => {
    const id = link.getAttribute('href').slice(1);
    if (document.getElementById(id)) return;
    const row = all('#games tbody tr', document).find(other => other.querySelector(`a[href="#${id}"]`));
    row?.scrollIntoView({ block: 'center' });
  });
  // A point to be filled says so below the board.
  const tell = point => {
    const text = point.querySelector('title').textContent;
    const say = () => {
      const figure = point.closest('figure') ?? point.closest('svg').parentElement;
      if (!figure.querySelector('.pointed')) figure.append(make('p', { class: 'pointed conf', role: 'status' }));
      figure.querySelector('.pointed').textContent = `${text}.`;
    };
    for (const [name, value] of [['tabindex', 0], ['role', 'button'], ['aria-label', text]]) point.setAttribute(name, value);
    // A picture has no buttons in it, a group may.
    point.closest('svg').setAttribute('role', 'group');
    point.style.cursor = 'pointer';
    point.addEventListener('click', say);
    point.addEventListener('keydown', event => { if (event.key === 'Enter') say(); });
  };
  const enhance = root => {
    once(all('.filled', root), tell);
    once(all('a.game', root), follow);
    once(all('.filter', root), filter => listen(root, filter));
    once(all('.wide thead th', root), sortable);
    once(all('.card[data-moves]', root), step);
    if (root.querySelector('.filter')) {
      offer(root);
      apply(root);
    }
  };
  return { enhance, sort, make, svg, all, x };
})();
