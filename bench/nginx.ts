import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../enquiries/testing/free-port.ts';
import { encode } from '../server/stored-files.ts';
import type { Case } from './server.ts';
import { type RunningServer, temporaryDirectory, whenListening } from './start-site.ts';

const program = '/usr/sbin/nginx';
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/**
 * Debian's nginx with one worker, which sends from files what the server at `from` answers to each case, with the same headers.
 * Undefined where it, or its module for files compressed in advance, is not installed.
 */
export async function startNginx(cases: readonly Case[], from: string): Promise<RunningServer | undefined> {
  if (!existsSync(program) || !existsSync(brotliModule)) {
    console.error('Nothing to compare with: install nginx and libnginx-mod-http-brotli-static.');
    return undefined;
  }
  const directory = temporaryDirectory();
  const port = await freePort();
  const stored = cases.filter(({ conditional }) => !conditional);
  const locations = await Promise.all(stored.map((one) => location(one, from, directory)));
  writeFileSync(join(directory, 'nginx.conf'), configuration(port, locations.join('\n')));
  const options = ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'];
  return whenListening(spawn(program, options, { stdio: ['ignore', 'inherit', 'inherit'] }), port);
}

async function location({ path, status }: Case, from: string, directory: string): Promise<string> {
  const response = await fetch(from + path, { headers: { 'accept-encoding': 'br' } });
  const body = Buffer.from(await response.arrayBuffer());
  const isPage = response.headers.get('content-type')?.includes('html') ?? false;
  const address = status === 404 ? '/404.html' : path;
  const name = isPage && status === 200 ? '/index.html' : address;
  const file = join(directory, 'site', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
  // Without compression where ours sends none.
  if (response.headers.has('content-encoding')) writeFileSync(`${file}.br`, await encode.br(body));
  const lines = [...response.headers]
    .filter(([header]) => !madeByNginx.has(header))
    .map(([header, value]) => `add_header ${header} "${header === 'x-request-id' ? '$request_id' : value}" always;`);
  // It would send the file's own beside it.
  lines.push('add_header Last-Modified "";', `default_type "${response.headers.get('content-type')}";`);
  if (name !== address) lines.push(`try_files ${name} =404;`);
  // Ours logs unknown addresses: so that both write a line for each.
  if (status === 404) lines.push('internal; etag off; access_log access.log;');
  return `    location = ${address} {\n      ${lines.join('\n      ')}\n    }`;
}

const madeByNginx = new Set(
  'connection content-encoding content-length content-type date etag keep-alive transfer-encoding'.split(' '),
);

/** Debian's own settings, but for the log: ours writes none of what it answers from memory. */
function configuration(port: number, locations: string): string {
  return `
daemon off; worker_processes 1; pid nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}
load_module ${brotliModule};
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_timeout 65s 65s; keepalive_requests 10000; server_tokens off;
  brotli_static on; max_ranges 0; types { }
  server {
    listen 127.0.0.1:${port};
    root site;
    error_page 404 /404.html;
${locations}
    location / { return 404; }
  }
}
`;
}
