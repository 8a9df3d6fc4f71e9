import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

/** The models check an object against the OpenAPI schema of Kubernetes. */
const models = { ConfigMap, PersistentVolumeClaim, Deployment, Service, PodDisruptionBudget, Job };
type Kind = keyof typeof models;
type Manifest = { kind: Kind; metadata: { name: string }; spec?: Record<string, never> };

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const manifests = ['kubernetes/fairlead.yaml', 'kubernetes/migrate.yaml'].flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => document.toJS() as Manifest),
);

describe('the manifests of Kubernetes', () => {
  test.each(manifests.map((manifest) => [manifest.kind, manifest] as const))('%s is valid', (kind, manifest) => {
    expect(() => new models[kind](manifest as never).validate()).not.toThrow();
    // the models do not refuse what they do not know, only what is of another kind
    const wrong = { ...manifest, metadata: { name: 7 } };
    expect(() => new models[kind](wrong as never).validate()).toThrow();
  });

  test('every container runs without rights, on a root that it cannot write to', () => {
    const pods = manifests.flatMap(({ spec }) => {
      const pod = (spec as { template?: { spec: object } } | undefined)?.template?.spec;
      return pod ? [pod as { securityContext: object; containers: { securityContext: object }[] }] : [];
    });
    expect(pods).toHaveLength(2);
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const container of containers)
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });
});

test('the compose file names only secrets and volumes that it has, and keeps the database from the outside', () => {
  type Service = {
    secrets?: string[];
    volumes?: string[];
    networks: string[];
    read_only?: boolean;
    cap_drop?: string[];
  };
  const file = parse(read('container/compose.yaml')) as {
    services: Record<string, Service>;
    secrets: object;
    volumes: object;
    networks: Record<string, { internal?: boolean }>;
  };
  expect(Object.keys(file.services)).toEqual(['database', 'store', 'fairlead', 'proxy']);
  for (const { secrets = [], volumes = [], networks } of Object.values(file.services)) {
    for (const secret of secrets) expect(file.secrets).toHaveProperty([secret]);
    for (const volume of volumes.filter((one) => !one.startsWith('.')))
      expect(file.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
    for (const network of networks) expect(file.networks).toHaveProperty([network]);
  }
  expect(file.networks.inside).toEqual({ internal: true });
  for (const name of ['database', 'store']) expect(file.services[name]?.networks).toEqual(['inside']);
  expect(file.services.proxy?.networks).toEqual(['outside']);
  expect(file.services.fairlead).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});
