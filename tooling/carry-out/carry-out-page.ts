import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startDebianServer } from './debian-server.ts';
import { listInternetHosts, startInternet } from './internet.ts';
import { domain, nextVersion, promises, version } from './promises.ts';

// Runs docs/deploy.md in a network of two machines: the server, and this one, which simulates the internet.
//   node tooling/carry-out/carry-out-page.ts <folder, with an empty Debian in root/> <release>
const [folder = '', release = ''] = process.argv.slice(2);

/** Replacements that a reader makes, and of things that are not available here. */
const replaced = [
  // Not the example's domain, so that a forgotten placeholder is noticed.
  ['example.com', domain],
  ['1.0.0', version],
  ['1.1.0', nextVersion],
  // Node would not trust the mail server's certificate.
  [':587', ':587/?requireTLS=false'],
] as const;

/** Packs the same release under another version, to update to. */
const makeNextRelease = `
name=avonspan-website-${nextVersion}
mkdir $name
tar -xzf ${basename(release)} -C $name --strip-components=1
sed -i 's/"version": "${version}"/"version": "${nextVersion}"/' $name/package.json
(cd $name; find . -type f ! -name SHA256SUMS -exec sha256sum {} + > ../sums; mv ../sums SHA256SUMS)
tar -czf $name.tar.gz $name
sha256sum $name.tar.gz > $name.tar.gz.sha256
rm -r $name`;

// Without a handler, the first process of a namespace ignores signals.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const root = join(folder, 'root');
const server = await startDebianServer(root, [`www.${domain}`, domain, `inbox.${domain}`], listInternetHosts(domain));
const { authorities, mails } = await startInternet(folder);
for (const [index, authority] of authorities.entries())
  writeFileSync(join(root, `usr/local/share/ca-certificates/${index}.crt`), authority);
for (const file of [release, `${release}.sha256`]) cpSync(file, join(root, 'root', basename(file)));
await server.run(`update-ca-certificates\n${makeNextRelease}`);
await carryOut(readSections(readFileSync('docs/deploy.md', 'utf8')));
console.log('docs/deploy.md was carried out.');
process.exit();

/** Returns the shell blocks for the server, by heading. Blocks with the comment "on your own computer" are left out. */
function readSections(page: string): Map<string, string[]> {
  const parts = page.matchAll(/^## (?<heading>.+)$|(?:^<!-- (?<marker>.+) -->\n+)?^```sh\n(?<script>[^]*?)^```$/gm);
  const sections = new Map<string, string[]>();
  let scripts: string[] = [];
  for (const { groups: { heading, marker, script } = {} } of parts) {
    if (marker !== undefined && marker !== 'on your own computer')
      throw new Error(`docs/deploy.md has a block for "${marker}", which is unknown here`);
    if (heading !== undefined) sections.set(heading, (scripts = []));
    else if (script !== undefined && marker === undefined) scripts.push(script);
  }
  return sections;
}

async function carryOut(sections: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const missing = Object.keys(promises).filter((section) => !sections.get(section)?.length);
  if (missing.length > 0) throw new Error(`docs/deploy.md has no commands for ${missing.join(', ')}`);
  for (const [section, scripts] of sections) {
    if (scripts.length === 0) continue;
    process.stdout.write(section);
    const began = performance.now();
    const type = async (): Promise<string> => {
      let said = '';
      for (const script of scripts)
        said += await server.run(replaced.reduce((text, [from, to]) => text.replaceAll(from, to), script));
      return said;
    };
    await (promises[section] ?? type)({ type, server, mails });
    console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}
