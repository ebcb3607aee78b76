'use strict';
// Workers: each holds an instance of the library. One that ends is replaced.
const SgfAuditPool = (() => {
  // A worker that says nothing for so long is taken to hang, in milliseconds.
  const SILENCE = 60000;
  let module;
  let source;
  let settings = { rules: 'auto', komi: '' };

  // Returns the library and the script of its workers. A page that is one file holds both.
  const parts = async () => {
    const held = document.getElementById('sgf-audit.wasm');
    if (held) {
      const packed = Uint8Array.from(atob(held.textContent), letter => letter.charCodeAt(0));
      const code = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')));
      return [await code.arrayBuffer(), document.getElementById('worker.js').textContent];
    }
    const get = async path => {
      const response = await fetch(path);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response;
    };
    const [code, script] = await Promise.all([get('sgf-audit.wasm'), get('worker.js')]);
    return [await code.arrayBuffer(), await script.text()];
  };
  // Loads the library. From then on the page can connect to nothing, and neither can its workers, which inherit that.
  const load = async () => {
    const [code, script] = await parts();
    module = await WebAssembly.compile(code);
    source = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "connect-src 'none'";
    document.head.append(policy);
  };

  // A worker that answers one request after the other. `ask` returns what it answers; `onAlive` hears of what it does
  // meanwhile. A request that ends the worker is rejected, and those behind it go to another one.
  class Answering {
    constructor() {
      this.waiting = [];
      this.current = null;
    }

    ask(request, onAlive = () => {}) {
      return new Promise((resolve, reject) => {
        this.waiting.push({ request, onAlive, resolve, reject });
        this.next();
      });
    }

    next() {
      if (this.current || !this.waiting.length) return;
      this.worker ??= this.start();
      this.current = this.waiting.shift();
      this.watch();
      this.worker.postMessage(this.current.request);
    }

    start() {
      const worker = new Worker(source);
      worker.onmessage = ({ data }) => {
        if (worker !== this.worker || !this.current) return;
        if (data.alive) {
          this.watch();
          this.current.onAlive(data.alive);
        } else if (data.ended) {
          this.end(new Error(data.ended));
        } else {
          const { resolve, reject } = this.current;
          this.finish();
          if (data.error) reject(new SgfAuditPool.Refused(data.error));
          else resolve(data.answer);
          this.next();
        }
      };
      worker.onerror = event => {
        event.preventDefault();
        if (worker === this.worker) this.end(new Error(event.message || 'its worker ended'));
      };
      worker.postMessage({ module, settings });
      return worker;
    }

    watch() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.end(new Error('it took too long')), SgfAuditPool.silence);
    }

    finish() {
      clearTimeout(this.timer);
      this.current = null;
    }

    end(error) {
      this.worker?.terminate();
      this.worker = null;
      const current = this.current;
      this.finish();
      current?.reject(error);
      this.next();
    }

    // Goes on with the settings of now.
    renew() {
      this.worker?.postMessage({ settings });
    }

    // Ends without an answer to what was asked.
    stop() {
      this.worker?.terminate();
      this.worker = null;
      this.waiting = [];
      this.finish();
    }
  }

  const set = changed => { settings = { ...settings, ...changed }; };
  // An answer that says why something can't be done.
  class Refused extends Error {}
  return { load, set, Answering, Refused, silence: SILENCE };
})();
