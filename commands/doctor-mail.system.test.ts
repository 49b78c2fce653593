import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { launch } from '../start/testing/site-process.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe('a mail server with a certificate of its own', () => {
  it.skipIf(!hasOpenssl)('is trusted by a process that is given the certificate, and by no other', async () => {
    const directory = temporaryDirectory();
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
    const name = ['-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...request.split(' '), ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const peer = await startSmtpPeer({ secure: true, key: readFileSync(key), cert: readFileSync(cert) });
    const settings = { SMTP_URL: peer.url.replace('smtp:', 'smtps:'), MAIL_TO: 'office@ours.example' };

    async function diagnose(env: Record<string, string>): Promise<string> {
      const command = join(import.meta.dirname, 'admin.ts');
      const doctor = launch([command, 'doctor', '--send-test-mail'], { ...settings, ...env });
      onTestFinished(async () => void (await doctor.end()));
      await doctor.ended;
      return doctor.output.out;
    }
    expect(await diagnose({})).toMatch(/^failed +mail +smtps:\S+: self-signed certificate/m);
    expect(peer.taken).toEqual([]);
    expect(await diagnose({ NODE_EXTRA_CA_CERTS: cert })).toMatch(
      /^ok +mail +smtps:\S+ answers, encrypted$[^]*^ok +test mail /m,
    );
    expect(peer.taken).toHaveLength(1);
  });
});
