/**
 * Checks of compose.yaml, docs/operations/kubernetes and docs/operations/docent.service that need no container engine.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import formats from 'ajv-formats';
import { parse as parseIni } from 'ini';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { variableNames } from '../src/bot/config/variables.ts';
import { serve } from '../src/cli/serve.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** The default of `SHUTDOWN_GRACE_SECONDS`, and a few more. */
const graceSeconds = 25 + 5;

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const services = z
    .record(
      z.string(),
      z.object({
        environment: z.record(z.string(), z.union([z.string(), z.number()])),
        command: z.array(z.string()).optional(),
        restart: z.string(),
        stop_grace_period: z.string().optional(),
        depends_on: z.record(z.string(), z.unknown()).optional(),
        read_only: z.boolean().optional(),
        cap_drop: z.array(z.string()).optional(),
        mem_limit: z.string().optional(),
        logging: z.object({ options: z.record(z.string(), z.string()) }),
      }),
    )
    .parse(parse(text, { merge: true }).services);
  const { bot, service, database } = services;

  it('is valid by the Compose specification', () => {
    const ajv = formats.default(new Ajv.Ajv({ strict: false, allErrors: true }));
    // Ajv knows draft-07 under a different address.
    const { $schema: _, ...schema } = JSON.parse(read('test/fixtures/schemas/compose-spec.json'));
    const validate = ajv.compile(schema);
    validate(parse(text, { merge: true }));
    expect(validate.errors).toBeNull();
    expect(validate({ services: { bot: { imag: 'docent' } } })).toBe(false);
  });

  it('only sets variables that the bot and the service read, and gives both the same key', () => {
    expect(Object.keys(bot?.environment ?? {}).filter((name) => !variableNames.includes(name))).toEqual([]);
    const readByService = `${serve.help} PORT`;
    expect(Object.keys(service?.environment ?? {}).filter((name) => !readByService.includes(name))).toEqual([]);
    expect(service?.environment.DOCENT_ASSISTANT_KEY).toBe(bot?.environment.ASSISTANT_API_KEY);
  });

  it('lets the bot reach the service and the database by name', () => {
    const port = service?.command?.at((service.command.indexOf('--port') ?? 0) + 1);
    expect(bot?.environment.ASSISTANT_URL).toContain(`http://service:${port}}`);
    expect(String(service?.environment.PORT)).toBe(port);
    const { POSTGRES_USER: user, POSTGRES_DB: name, POSTGRES_PASSWORD: password } = database?.environment ?? {};
    expect(bot?.environment.DATABASE_URL).toBe(`postgres://${user}:${password}@database/${name}`);
    expect(Object.keys(bot?.depends_on ?? {})).toEqual(['database', 'service']);
  });

  it('gives each a bound of memory and of log, and Docent no right that it does not need', () => {
    for (const each of [bot, service, database])
      expect([each?.mem_limit, each?.logging.options['max-size']]).toEqual([expect.any(String), '10m']);
    for (const each of [bot, service])
      expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
  });

  it('gives Docent enough time to stop', () => {
    for (const each of [bot, service])
      expect(Number.parseInt(each?.stop_grace_period ?? '', 10)).toBeGreaterThan(graceSeconds);
  });
});

describe('docs/operations/kubernetes', () => {
  const readDocuments = (name: string) =>
    parseAllDocuments(read(`docs/operations/kubernetes/${name}`)).map((document) => document.toJS());
  const [kustomization] = readDocuments('kustomization.yaml');
  const resources: readonly string[] = kustomization.resources;
  const documents = resources.flatMap(readDocuments);
  const models = { Deployment, PodDisruptionBudget, Service };
  const isModel = (kind: string): kind is keyof typeof models => kind in models;
  const names = ['docent', 'docent-service'];
  const deployments = names.map((name) =>
    documents.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name),
  );

  it('has only what is valid for its API, of the bot and the service, and no secret', () => {
    for (const document of documents) {
      const kind: string = document.kind;
      if (!isModel(kind)) throw new Error(`unexpected ${kind}`);
      const model = new models[kind](document);
      expect(document.apiVersion).toBe(model.apiVersion);
      expect(() => model.validate()).not.toThrow();
    }
    const found = documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
    const ofEach = names.flatMap((name) => [`Deployment ${name}`, `Service ${name}`]);
    expect(found).toEqual([...ofEach, 'PodDisruptionBudget docent'].sort());
  });

  it('is checked by a validation that rejects a field of the wrong type', () => {
    const [bot] = deployments;
    expect(() => new Deployment({ ...bot, spec: { ...bot.spec, replicas: 'two' } }).validate()).toThrow();
  });

  it('only sets variables that the bot and the service read, from config maps that it makes and secrets that it names', () => {
    const maps: readonly { name: string; literals: readonly string[] }[] = kustomization.configMapGenerator;
    const [forBot, forService] = maps.map(({ literals }) => literals.map((literal) => literal.replace(/=.*/, '')));
    expect(forBot?.filter((name) => !variableNames.includes(name))).toEqual([]);
    expect(forService?.filter((name) => !serve.help.includes(name))).toEqual([]);
    for (const [index, name] of names.entries()) {
      expect(maps[index]?.name).toBe(name);
      const [container] = deployments[index].spec.template.spec.containers;
      expect(container.envFrom).toEqual([{ configMapRef: { name } }, { secretRef: { name } }]);
      expect(container.image).toBe(kustomization.images[0].name);
    }
  });

  it('probes existing paths, spreads the copies, and gives Docent enough time to stop and no right that it does not need', () => {
    for (const { spec } of deployments) {
      const { containers, initContainers = [], ...pod } = spec.template.spec;
      const [container] = containers;
      expect(container.livenessProbe.httpGet.path).toBe('/healthz');
      expect(container.readinessProbe.httpGet.path).toBe('/readyz');
      for (const each of [...containers, ...initContainers])
        expect(each.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
      expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    }
    const [bot] = deployments;
    expect(bot.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(graceSeconds);
    expect(bot.spec.template.spec.topologySpreadConstraints).toHaveLength(1);
    const ports = deployments.map(({ spec }) => spec.template.spec.containers[0].ports[0].containerPort);
    expect(ports).toEqual([3000, 8080]);
  });

  it('selects the same pods everywhere, and lets the bot reach the service by name', () => {
    for (const { spec } of deployments) expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
    for (const { kind, metadata, spec } of documents) {
      const labels = { 'app.kubernetes.io/name': metadata.name };
      expect(kind === 'Service' ? spec.selector : spec.selector.matchLabels).toEqual(labels);
    }
    expect(kustomization.configMapGenerator[0].literals).toContain('ASSISTANT_URL=http://docent-service');
  });
});

describe('docs/operations/docent.service', () => {
  const unit = parseIni(read('docs/operations/docent.service'));

  /** Source: systemd.unit(5), systemd.service(5), systemd.exec(5), systemd.kill(5), systemd.resource-control(5); 2026-11-22. */
  const directives: Readonly<Record<string, readonly string[]>> = {
    Unit: ['Description', 'Wants', 'After'],
    Service: [
      ...['Type', 'DynamicUser', 'StateDirectory', 'StateDirectoryMode', 'WorkingDirectory', 'EnvironmentFile'],
      ...['Environment', 'ExecStart', 'Restart', 'RestartSec', 'RestartPreventExitStatus', 'TimeoutStopSec'],
      ...['MemoryMax', 'NoNewPrivileges'],
      ...['ProtectSystem', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'ProtectKernelTunables'],
      ...['ProtectKernelModules', 'ProtectControlGroups', 'RestrictAddressFamilies', 'RestrictNamespaces'],
      ...['RestrictSUIDSGID', 'LockPersonality', 'SystemCallArchitectures', 'CapabilityBoundingSet'],
    ],
    Install: ['WantedBy'],
  };

  it('has only sections and directives that systemd knows', () => {
    expect(Object.keys(unit)).toEqual(Object.keys(directives));
    for (const [section, known] of Object.entries(directives)) {
      expect(Object.keys(unit[section]).filter((name) => !known.includes(name))).toEqual([]);
    }
  });

  it('starts the packed program in the folder that it may write to, and gives it enough time to stop', () => {
    const { bin } = JSON.parse(read('package.json'));
    expect(unit.Service.ExecStart).toBe(`/usr/bin/node /opt/docent/node_modules/docent/${bin.docent} start`);
    expect(unit.Service.WorkingDirectory).toBe(`/var/lib/${unit.Service.StateDirectory}`);
    expect(Number(unit.Service.TimeoutStopSec)).toBeGreaterThan(graceSeconds);
    // The exit code of wrong settings.
    expect(unit.Service.RestartPreventExitStatus).toBe('2');
  });
});
