import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bootDebianServer } from './debian-server.ts';
import { listInternetHosts, startSimulatedInternet } from './simulated-internet.ts';
import { domain, nextVersion, sectionChecks, packageVersion } from './section-checks.ts';

// Runs docs/deploy.md in a network of two machines: the server, and this one, which simulates the internet.
//   node tooling/deploy-guide/run-deploy-guide.ts <folder, with an empty Debian in root/> <release>
const [folder = '', release = ''] = process.argv.slice(2);

/** Replacements that a reader makes, and of things that are not available here. */
const replacements = [
  // Not the example's domain, so that a forgotten placeholder is noticed.
  ['example.com', domain],
  ['1.0.0', packageVersion],
  ['1.1.0', nextVersion],
  // Node would not trust the mail server's certificate.
  [':587', ':587/?requireTLS=false'],
] as const;

/** Packs the same release under another version, to update to. */
const makeNextRelease = `
name=avonspan-website-${nextVersion}
mkdir $name
tar -xzf ${basename(release)} -C $name --strip-components=1
sed -i 's/"version": "${packageVersion}"/"version": "${nextVersion}"/' $name/package.json
(cd $name; find . -type f ! -name SHA256SUMS -exec sha256sum {} + > ../sums; mv ../sums SHA256SUMS)
tar -czf $name.tar.gz $name
sha256sum $name.tar.gz > $name.tar.gz.sha256
rm -r $name`;

// Without a handler, the first process of a namespace ignores signals.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const root = join(folder, 'root');
const server = await bootDebianServer(root, [`www.${domain}`, domain, `inbox.${domain}`], listInternetHosts(domain));
const { trustedCertificates, receivedMails } = await startSimulatedInternet(folder);
for (const [index, authority] of trustedCertificates.entries())
  writeFileSync(join(root, `usr/local/share/ca-certificates/${index}.crt`), authority);
for (const file of [release, `${release}.sha256`]) cpSync(file, join(root, 'root', basename(file)));
await server.runScript(`update-ca-certificates\n${makeNextRelease}`);
await runSections(readSections(readFileSync('docs/deploy.md', 'utf8')));
console.log('All commands of docs/deploy.md succeeded.');
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

async function runSections(sections: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const missing = Object.keys(sectionChecks).filter((section) => !sections.get(section)?.length);
  if (missing.length > 0) throw new Error(`docs/deploy.md has no commands for ${missing.join(', ')}`);
  for (const [section, scripts] of sections) {
    if (scripts.length === 0) continue;
    process.stdout.write(section);
    const began = performance.now();
    const runCommands = async (): Promise<string> => {
      let output = '';
      for (const script of scripts)
        output += await server.runScript(replacements.reduce((text, [from, to]) => text.replaceAll(from, to), script));
      return output;
    };
    await (sectionChecks[section] ?? runCommands)({ runCommands, server, receivedMails });
    console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}
