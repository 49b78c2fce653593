import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Case } from './server-cases.ts';
import { freePort, whenListening, type MeasuredServer } from './server-ours.ts';

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** The path of nginx with its module for files compressed in advance; undefined, and a line that says so, without one. */
export function findNginx(): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  const program = places.map((place) => join(place, 'nginx')).find((path) => existsSync(path));
  if (program !== undefined && existsSync(brotliModule)) return program;
  console.log('Without nginx, to which to compare: apt-get install nginx libnginx-mod-http-brotli-static');
  return undefined;
}

export interface NginxSetup {
  /** Where its own files go. */
  directory: string;
  /** The server whose headers it is to send. */
  from: string;
  cases: readonly Case[];
  /** Keep files open, which Debian's configuration does not: half as much again in a second of processor time. */
  keepFilesOpen: boolean;
}

/** nginx with one worker on build/client, each case with the headers that the server at `from` sends for it. */
export async function startNginx(
  program: string,
  { directory, from, cases, keepFilesOpen }: NginxSetup,
): Promise<MeasuredServer> {
  const prefix = join(directory, 'nginx');
  mkdirSync(prefix);
  const port = await freePort();
  const locations = await Promise.all(cases.filter(({ conditional }) => !conditional).map((one) => location(one)));
  writeFileSync(join(prefix, 'nginx.conf'), configuration(port, locations.join('\n'), keepFilesOpen));
  const server = spawn(program, ['-p', prefix, '-c', join(prefix, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return whenListening(server, `http://127.0.0.1:${port}`);

  async function location({ path, status }: Case): Promise<string> {
    const { headers, body } = await ask(from + path);
    // Without compression where ours sends none.
    const plain = !headers.has('content-encoding');
    const type = headers.get('content-type') ?? '';
    const lines = [`default_type "${type}";`, 'types { }', 'add_header Last-Modified "";', ...addHeaders(headers)];
    if (plain) lines.push('brotli_static off;');
    if (!headers.has('accept-ranges')) lines.push('max_ranges 0;');
    const file = status === 404 ? '/404.html' : path;
    if (type.includes('json')) {
      // What no file of the build holds is one of its own for nginx.
      writeFileSync(join(prefix, 'answer.json'), body);
      lines.push(`alias ${join(prefix, 'answer.json')};`);
    } else if (path === '/') {
      lines.push(`try_files /index.html =404;`);
    }
    // Ours logs unknown paths: so that both write a line for each.
    if (status === 404) lines.push(`internal; etag off; access_log ${join(prefix, 'access.log')};`);
    return `    location = ${file} {\n${lines.map((line) => `      ${line}`).join('\n')}\n    }`;
  }
}

async function ask(url: string): Promise<{ headers: Headers; body: string }> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  return { headers: response.headers, body: await response.text() };
}

/** Those that nginx does not make itself. */
function addHeaders(headers: Headers): string[] {
  const made = new Set([
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'date',
    'etag',
    'keep-alive',
    'accept-ranges',
    'transfer-encoding',
  ]);
  return [...headers]
    .filter(([name]) => !made.has(name))
    .map(([name, value]) => `add_header ${name} "${name === 'x-request-id' ? '$request_id' : value}" always;`);
}

/** Debian's own settings, but for the log: ours writes none of what it answers from memory. */
function configuration(port: number, locations: string, keepFilesOpen: boolean): string {
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid nginx.pid;
load_module ${brotliModule};
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_timeout 65s 65s; keepalive_requests 10000;
  server_tokens off;
  ${keepFilesOpen ? 'open_file_cache max=1000 inactive=60s; open_file_cache_valid 60s;' : ''}
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
