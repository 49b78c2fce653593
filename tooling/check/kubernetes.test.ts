import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import type { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import type { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { readConfig } from '../../start/config.ts';

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

const manifests = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8')).map(
  (document) => document.toJS() as Manifest,
);
const deployment = (one('Deployment') as Deployment).spec;
const pod = specOf(deployment?.template.spec);
const backup = specOf((one('CronJob') as CronJob).spec?.jobTemplate.spec?.template.spec);
const [server] = pod.containers;

describe('the manifest for Kubernetes', () => {
  test.each(manifests)('has a $kind with values that the API takes', async ({ kind, ...manifest }) => {
    const { [kind]: Model } = (await import(moduleOf({ kind, ...manifest }))) as Models;
    if (Model === undefined) throw new Error(`The API knows no ${kind}`);
    expect(() => new Model({ kind, ...manifest }).validate()).not.toThrow();
  });

  test('has no name that the API does not know', () => {
    const directory = mkdtempSync('node_modules/.manifest-');
    onTestFinished(() => rmSync(directory, { recursive: true }));
    expect(typeFaults(directory, manifests)).toBe('');
    const misspelt = manifests.map((manifest) => ({ ...manifest, metadata: { ...manifest.metadata, label: {} } }));
    expect(typeFaults(directory, misspelt).match(/'"label"' does not exist|'label' does not exist/g)).toHaveLength(
      manifests.length,
    );
  });

  test('names images by their digests, and gives no pod a right that it has no use for', () => {
    for (const { containers, ...spec } of [pod, backup]) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const { image, securityContext, resources } of containers) {
        expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources).toMatchObject({ requests: { cpu: expect.anything(), memory: expect.anything() } });
        expect(resources?.limits).toHaveProperty('memory');
      }
    }
    expect(JSON.stringify(manifests)).not.toMatch(/"(?:privileged|host(?:Network|PID|IPC|Path))"/);
  });

  test('runs what the image runs as its user, with settings that the site knows', () => {
    const containerfile = readFileSync('deploy/Containerfile', 'utf8');
    expect(containerfile).toContain(`\nUSER ${pod.securityContext?.runAsUser}:${pod.securityContext?.runAsGroup}\n`);
    expect(containerfile).toContain(`\nEXPOSE ${server?.ports?.[0]?.containerPort}\n`);
    const settings = (one('ConfigMap') as ConfigMap).data ?? {};
    expect(() => readConfig(settings, Object.keys(settings))).not.toThrow();
    expect(backup.containers[0]?.command).toEqual(['node', 'admin.js', 'backup']);
  });

  test('asks each question at its address, and in time', () => {
    const { startupProbe, livenessProbe, readinessProbe } = server ?? {};
    expect(startupProbe?.httpGet?.path).toBe('/healthz');
    expect(livenessProbe?.httpGet?.path).toBe('/healthz');
    expect(readinessProbe?.httpGet?.path).toBe('/readyz');
    for (const probe of [startupProbe, livenessProbe, readinessProbe])
      expect(probe?.timeoutSeconds).toBeLessThanOrEqual(probe?.periodSeconds ?? 0);
    // The server may take 2 s to say that its database does not answer.
    expect(readinessProbe?.timeoutSeconds).toBeGreaterThan(2);
    const { periodSeconds = 0, failureThreshold = 0 } = startupProbe ?? {};
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(30);
  });

  test('loses nothing while pods change: one is out of the endpoints before it ends, and a ready one is there', () => {
    const pause = server?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    expect(pause).toBeGreaterThanOrEqual(5);
    // The server ends by itself within 10 s.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(pause + 10);
    expect(deployment?.replicas).toBeGreaterThan(1);
    expect(deployment?.strategy?.rollingUpdate?.maxUnavailable).toBe(0);
  });
});

type Models = Record<string, new (manifest: Manifest) => { validate(): void }>;

function moduleOf({ apiVersion, kind }: Manifest): string {
  return `kubernetes-models/${apiVersion}/${kind}`;
}

function typeFaults(directory: string, manifests: readonly Manifest[]): string {
  const lines = manifests.map((manifest, index) => {
    const type = `import('${moduleOf(manifest)}').I${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};\n`;
  });
  const file = join(directory, 'manifests.ts');
  writeFileSync(file, lines.join(''));
  const options = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target esnext';
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [compiler, ...options.split(' '), file], { encoding: 'utf8' }).stdout;
}

function one(kind: string): unknown {
  return manifests.find((manifest) => manifest.kind === kind);
}

function specOf(spec: IPodSpec | undefined): IPodSpec {
  return spec ?? { containers: [] };
}
