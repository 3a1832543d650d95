import { IMPORT_PART_BYTES } from '#schemas/operator/import-calls.ts';
import { type ImportKindId, importKinds } from '#schemas/operator/import-kinds.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorRoleName } from '#schemas/operator/operator-rights.ts';
import { type RegionId, regionIdOf } from '#schemas/regions.ts';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { runImports } from '#server/imports/run-imports.ts';
import { type Services } from '#server/services.ts';
import { CONSOLE_ORIGIN, grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const poland: RegionId = regionIdOf('PL');
const why = 'sent by the factory';

export interface ImportConsole extends TestConsole {
  /**
   * Starts a session of a new operator of a role.
   * @returns its token
   */
  signIn: (role: OperatorRoleName, regions?: readonly RegionId[]) => Promise<string>;
  /**
   * Sends a part of a file.
   * @returns the status and the code of the error
   */
  sendPart: (
    id: string,
    part: { readonly number: number; readonly content: Buffer },
    token: string,
  ) => Promise<{ readonly status: number; readonly code: string | undefined }>;
  /**
   * Announces and uploads a file.
   * @returns the import's id
   */
  upload: (content: string | Buffer, token: string, kind?: UploadKind) => Promise<string>;
  read: (id: string, token: string) => Promise<ImportState>;
  /**
   * Starts a check with the columns in the file's order.
   * @returns the code or reason of the error, or null
   */
  check: (id: string, token: string) => Promise<string | null>;
  callImport: (
    name: 'applyImport' | 'resumeImport' | 'takeBackImport' | 'stopImport',
    id: string,
    token: string,
  ) => Promise<{ readonly problem: string | null; readonly approval: string | null }>;
  /** Runs steps until no import is running. */
  finish: () => Promise<void>;
  /**
   * Uploads, checks and applies a file.
   * @returns the import's id
   */
  importFile: (content: string, token: string, kind?: UploadKind) => Promise<string>;
  /** Returns the CSV file of rejected rows, or the error as JSON. */
  readRejectedRows: (id: string, token: string) => Promise<string>;
}

interface UploadKind {
  readonly kind: ImportKindId;
  readonly region: RegionId | null;
}
type ImportState = Awaited<ReturnType<typeof readImport>>;

async function readImport(server: TestConsole, id: string, token: string) {
  return (await server.operate(operatorCalls.readImport, { params: { id } }, token)).result;
}

/** Reports no wait, so that a busy machine doesn't pause the tests' imports. */
const neverWaits = () => Promise.resolve(0);

/**
 * Runs imports as the server does.
 * @returns the number of steps
 */
export const runWithoutPause = (services: Services) => runImports(services, neverWaits);

/**
 * Starts a console with the demo's product types.
 * @param database a database that already has them
 */
export async function startImportConsole(database?: OpenDatabase): Promise<ImportConsole> {
  const variables = { RATE_LIMIT_FACTOR: '1000000' };
  const server = await startConsole({ variables, ...(database && { database }) });
  if (!database) await loadDemoSettings(server.db);
  const sendPart: ImportConsole['sendPart'] = async (id, { number, content }, token) => {
    const response = await server.consoleApp.inject({
      method: 'PUT',
      url: `/api/operator/v1/imports/${id}/parts/${number}`,
      headers: {
        origin: CONSOLE_ORIGIN,
        cookie: `__Host-console=${token}`,
        'content-type': 'application/octet-stream',
      },
      payload: content,
    });
    const { errors } = response.json<{ errors?: { code: string; reason?: string }[] }>();
    return { status: response.statusCode, code: errors?.[0]?.reason ?? errors?.[0]?.code };
  };
  const upload: ImportConsole['upload'] = async (
    content,
    token,
    { kind, region } = { kind: 'serials', region: null },
  ) => {
    const bytes = Buffer.from(content);
    const body = { kind, region, file_name: 'file.csv', bytes: bytes.length, why };
    const { result } = await server.operate(operatorCalls.createImport, { body }, token);
    const count = Math.ceil(bytes.length / IMPORT_PART_BYTES);
    for (let number = 0; number < count; number += 1) {
      const start = number * IMPORT_PART_BYTES;
      const part = { number, content: bytes.subarray(start, start + IMPORT_PART_BYTES) };
      await sendPart(result.id, part, token);
    }
    return result.id;
  };
  const read: ImportConsole['read'] = (id, token) => readImport(server, id, token);
  const check: ImportConsole['check'] = async (id, token) => {
    const { kind, rev } = await read(id, token);
    const columns = importKinds[kind].columns.map((_column, index) => index);
    const input = { params: { id }, body: { columns, rev, why } };
    const { errors } = await server.operate(operatorCalls.checkImport, input, token);
    return errors[0]?.reason ?? errors[0]?.code ?? null;
  };
  const callImport: ImportConsole['callImport'] = async (name, id, token) => {
    const { rev } = await read(id, token);
    const input = { params: { id }, body: { rev, why } };
    const { errors, result } = await server.operate(operatorCalls[name], input, token);
    const approval = errors.length === 0 && 'approval' in result ? result.approval : null;
    return { problem: errors[0]?.reason ?? errors[0]?.code ?? null, approval };
  };
  const finish = async () => {
    while ((await runWithoutPause(server.services)) > 0);
  };
  return {
    ...server,
    signIn: async (role, regions = [poland]) =>
      server.startSession(await server.addOperator(grantsOf(role, regions))),
    sendPart,
    upload,
    read,
    check,
    callImport,
    finish,
    importFile: async (content, token, kind) => {
      const id = await upload(content, token, kind);
      await check(id, token);
      await finish();
      await callImport('applyImport', id, token);
      await finish();
      return id;
    },
    readRejectedRows: async (id, token) => {
      const response = await server.consoleApp.inject({
        method: 'GET',
        url: `/api/operator/v1/imports/${id}/rejected.csv`,
        headers: { cookie: `__Host-console=${token}` },
      });
      return response.body;
    },
  };
}
