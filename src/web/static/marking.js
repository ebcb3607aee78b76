'use strict';
// Marking stones of a counted position as dead or alive, by mouse, finger or keys.
const SgfAuditMarking = (() => {
  const { svg, x } = SgfAuditReport;
  const letter = n => String.fromCharCode(n < 26 ? 97 + n : 39 + n);
  const name = (col, row, rows) => {
    const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
    const column = letters[col % 25].repeat(Math.floor(col / 25) + 1);
    return `${column}${rows - row}`;
  };

  // Lets a person mark stones on a card. `toggle` gets the point in SGF's letters.
  const enable = (card, toggle) => {
    const board = card.querySelector('.board');
    if (!board || card.dataset.dead === undefined) return;
    const [cols, rows] = card.dataset.size.split('x').map(Number);
    const ended = () => (card.dataset.step ?? 'end') === 'end';
    const say = card.querySelector('.say');
    board.setAttribute('tabindex', '0');
    board.setAttribute('role', 'application');
    board.setAttribute('aria-label', 'The counted position. Arrow keys choose a point, Enter marks its stones dead or alive.');
    let [col, row] = (card.dataset.cursor ?? `${Math.floor(cols / 2)} ${Math.floor(rows / 2)}`).split(' ').map(Number);
    const cursor = svg('rect', { class: 'cursor', width: 24, height: 24, visibility: 'hidden' });
    board.append(cursor);
    const stone = () => {
      const at = (group, dead) => [...board.querySelectorAll(`.stones .${group}${dead ? '.dead' : ':not(.dead)'} circle`)]
        .some(circle => Number(circle.getAttribute('cx')) === x(col) && Number(circle.getAttribute('cy')) === x(row));
      for (const color of ['black', 'white']) {
        if (at(color, false)) return `${color}, alive`;
        if (at(color, true)) return `${color}, dead`;
      }
      return 'empty';
    };
    const show = () => {
      cursor.setAttribute('x', x(col) - 12);
      cursor.setAttribute('y', x(row) - 12);
      cursor.setAttribute('visibility', 'visible');
      card.dataset.cursor = `${col} ${row}`;
      say.textContent = `${name(col, row, rows)}: ${stone()}`;
    };
    const mark = () => {
      if (stone() === 'empty') return;
      card.dataset.cursor = `${col} ${row}`;
      toggle(letter(col) + letter(row));
    };
    board.addEventListener('click', event => {
      if (!ended()) return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
      const line = value => Math.round((value - x(0)) / 24);
      const [c, r] = [line(at.x), line(at.y)];
      if (c < 0 || r < 0 || c >= cols || r >= rows) return;
      [col, row] = [c, r];
      mark();
    });
    board.addEventListener('keydown', event => {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const step = steps[event.key];
      if (!ended() || (!step && event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      if (!step) return mark();
      col = Math.min(cols - 1, Math.max(0, col + step[0]));
      row = Math.min(rows - 1, Math.max(0, row + step[1]));
      show();
    });
    board.addEventListener('blur', () => cursor.setAttribute('visibility', 'hidden'));
  };
  // The name of a point in SGF's letters, on a board with this number of rows.
  const pointName = (letters, rows) => {
    const line = c => (c >= 'a' ? c.charCodeAt(0) - 97 : c.charCodeAt(0) - 39);
    return name(line(letters[0]), line(letters[1]), rows);
  };
  return { enable, pointName };
})();
