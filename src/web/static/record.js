'use strict';
// Repairing and converting a record, with the changes shown first, and saving files.
const SgfAuditRecord = (() => {
  const { make } = SgfAuditReport;
  const save = (name, content, type = 'application/octet-stream') => {
    const url = URL.createObjectURL(new Blob([content], { type }));
    const link = make('a', { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  };
  const baseName = path => path.split('/').pop();
  const selectOf = (label, options) => {
    const select = make('select', { 'aria-label': label });
    select.append(...options.map(([value, text]) => make('option', { value }, text)));
    return select;
  };
  // Shows what of a record can be repaired or what it is in another form. `fileOf` finds its file, `ask` asks a worker.
  const open = async (path, what, { fileOf, ask }) => {
    const dialog = document.getElementById('record');
    const [choice, content] = ['.choice', '.content'].map(s => dialog.querySelector(s));
    document.getElementById('record-title').textContent = `${what === 'repair' ? 'Repair' : 'Convert'} ${baseName(path)}`;
    content.replaceChildren();
    const source = await fileOf(path);
    if (!source?.file) return;
    const select = what === 'repair'
      ? selectOf('Repairs', [
        ['safe', 'Only how things are written (safe)'],
        ['rules', 'Also what the rules demand, such as a missing pass'],
        ['judgement', 'Also what a person might decide differently'],
      ])
      : selectOf('Form', [['sgf', 'SGF in normal form'], ['jsonl', 'JSON lines'], ['csv', 'A table of moves (CSV)'], ['gtp', 'GTP commands']]);
    choice.replaceChildren(select);
    const fill = what === 'repair' ? showRepair : showConverted;
    const show = async () => {
      content.replaceChildren(make('p', {}, 'One moment.'));
      try {
        content.replaceChildren(...await fill(source, select.value, ask));
      } catch (error) {
        content.replaceChildren(make('p', { class: 'problem' }, error.message));
      }
    };
    select.addEventListener('change', show);
    dialog.showModal();
    await show();
    // The first way in which there is something to repair.
    while (what === 'repair' && !content.querySelector('.save') && select.selectedIndex + 1 < select.options.length) {
      select.selectedIndex += 1;
      await show();
    }
  };
  const showRepair = async ({ path, file }, safety, ask) => {
    const { changes, diff, bytes } = await ask({ task: 'repair', path, file, safety });
    if (!bytes) return [make('p', {}, 'There is nothing to repair in this way.')];
    const list = make('ul', {});
    list.append(...changes.map(change => make('li', {}, change)));
    const pre = make('pre', { tabindex: '0', 'aria-label': 'Changes' });
    for (const line of diff.split('\n')) {
      const kind = line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : '';
      pre.append(make('span', { class: kind }, line), '\n');
    }
    const button = make('button', { type: 'button', class: 'save' }, 'Download the repaired record');
    button.addEventListener('click', () => save(baseName(path), bytes));
    return [make('p', {}, 'These changes are made; everything else stays as it is, to the byte.'), list, pre, button];
  };
  const showConverted = async ({ path, file }, to, ask) => {
    const text = await ask({ task: 'convert', path, file, to });
    const pre = make('pre', { tabindex: '0', 'aria-label': 'The converted record' }, text.slice(0, 20000));
    const button = make('button', { type: 'button', class: 'save' }, 'Download the converted record');
    const name = baseName(path).replace(/\.[^.]*$/, '');
    button.addEventListener('click', () => save(`${name}.${to}`, text));
    return [pre, button];
  };
  return { open, save };
})();
