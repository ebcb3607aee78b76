'use strict';
// The files that were dropped or chosen, in the order of their paths, as a list of { path, file, named }. `named`: a
// person chose the file itself and not a folder around it.
const SgfAuditSources = (() => {
  const compare = (a, b) => {
    const [x, y] = [a.path.split('/'), b.path.split('/')];
    for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
      if (x[i] !== y[i]) return x[i] < y[i] ? -1 : 1;
    }
    return x.length - y.length;
  };

  const entriesOf = directory => new Promise((resolve, reject) => {
    const reader = directory.createReader();
    const found = [];
    // A reader gives a hundred at a time.
    const more = () => reader.readEntries(entries => {
      if (!entries.length) return resolve(found);
      found.push(...entries);
      more();
    }, reject);
    more();
  });

  const walk = async (entry, into, named, unread) => {
    try {
      if (entry.isFile) {
        const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
        into.push({ path: entry.fullPath.replace(/^\//, ''), file, named });
      } else {
        for (const inner of await entriesOf(entry)) await walk(inner, into, false, unread);
      }
    } catch (error) {
      unread.push({ path: entry.fullPath.replace(/^\//, ''), named: true, problem: String(error.message ?? error) });
    }
  };

  const walkHandle = async (handle, path, into, named) => {
    try {
      if (handle.kind === 'file') into.push({ path, file: await handle.getFile(), named });
      else for await (const inner of handle.values()) await walkHandle(inner, `${path}/${inner.name}`, into, false);
    } catch (error) {
      into.push({ path, named: true, problem: String(error.message ?? error) });
    }
  };

  const dropped = async transfer => {
    // The items are gone after the first wait.
    const items = [...transfer.items].filter(item => item.kind === 'file');
    const found = [];
    // To a page that is opened from a file, Chromium gives no files of entries, only of handles.
    if (location.protocol === 'file:' && items[0]?.getAsFileSystemHandle) {
      for (const handle of await Promise.all(items.map(item => item.getAsFileSystemHandle()))) {
        if (handle) await walkHandle(handle, handle.name, found, true);
      }
      return found.sort(compare);
    }
    const entries = items.map(item => item.webkitGetAsEntry?.() ?? item.getAsFile());
    for (const entry of entries.filter(Boolean)) {
      if (entry instanceof File) found.push({ path: entry.name, file: entry, named: true });
      else await walk(entry, found, true, found);
    }
    return found.sort(compare);
  };

  const chosen = input => {
    const found = [...input.files].map(file =>
      ({ path: file.webkitRelativePath || file.name, file, named: !file.webkitRelativePath }));
    return found.sort(compare);
  };
  return { dropped, chosen };
})();
