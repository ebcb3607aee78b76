// A static web server, as any host of files is one, which remembers what was asked of it.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.txt': 'text/plain', '.wasm': 'application/wasm' };

export const serve = async folder => {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    requests.push(`${request.method} ${path}`);
    try {
      const bytes = await readFile(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(resolve => { server.listen(0, 'localhost', resolve); });
  const { port } = server.address();
  return { url: `http://localhost:${port}/`, requests, close: () => server.close() };
};
