import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encode } from '../server/stored-files.ts';
import { type Case, cases } from './server-cases.ts';
import { freePort, type RunningServer, whenListening } from './server-process.ts';

const program = '/usr/sbin/nginx';
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/**
 * Debian's nginx with one worker on build/client and the pages of the server at `from`, each case with the headers that that sends
 * for it. Undefined where it, or its module for files compressed in advance, is not installed.
 * @param directory where its own files go
 */
export async function startNginx(directory: string, from: string): Promise<RunningServer | undefined> {
  if (!existsSync(program) || !existsSync(brotliModule)) return undefined;
  const prefix = join(directory, 'nginx');
  mkdirSync(join(prefix, 'site'), { recursive: true });
  const port = await freePort();
  const locations = await Promise.all(
    cases.filter((one) => !one.conditional).map((one) => location(one, from, prefix)),
  );
  writeFileSync(join(prefix, 'nginx.conf'), configuration(port, locations.join('\n')));
  const options = ['-p', prefix, '-c', 'nginx.conf', '-e', 'stderr'];
  return whenListening(spawn(program, options, { stdio: ['ignore', 'inherit', 'inherit'] }), port);
}

async function location({ path, status }: Case, from: string, prefix: string): Promise<string> {
  const response = await fetch(from + path, { headers: { 'accept-encoding': 'br' } });
  const body = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const lines = [`default_type "${type}";`, 'types { }', 'add_header Last-Modified "";', 'max_ranges 0;'];
  for (const [name, value] of response.headers) {
    if (!madeByNginx.has(name))
      lines.push(`add_header ${name} "${name === 'x-request-id' ? '$request_id' : value}" always;`);
  }
  // Without compression where ours sends none.
  if (!response.headers.has('content-encoding')) lines.push('brotli_static off;');
  if (type.includes('json')) {
    // What no file of the build holds is one of its own for nginx.
    writeFileSync(join(prefix, 'answer.json'), body);
    lines.push(`alias ${join(prefix, 'answer.json')};`);
  } else if (type.includes('html')) {
    // No page is a file: those of nginx are what ours sends, compressed as small.
    const file = join(prefix, 'site', status === 404 ? '404.html' : 'index.html');
    writeFileSync(file, body);
    writeFileSync(`${file}.br`, await encode.br(Buffer.from(body)));
    lines.push(`root ${join(prefix, 'site')};`);
    if (status === 200) lines.push('try_files /index.html =404;');
  }
  // Ours logs unknown paths: so that both write a line for each.
  if (status === 404) lines.push(`internal; etag off; access_log ${join(prefix, 'access.log')};`);
  return `    location = ${status === 404 ? '/404.html' : path} {\n      ${lines.join('\n      ')}\n    }`;
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
  brotli_static on;
  server {
    listen 127.0.0.1:${port};
    root ${resolve('build/client')};
    error_page 404 /404.html;
${locations}
    location / { return 404; }
  }
}
`;
}
