import { readMigrationStatus } from './db/migrate.ts';
import { runOnDatabase } from './db/operator-database.ts';
import { FileStoreUnavailableError, type FileTable } from './files/file-store.ts';
import { moveFiles } from './files/move-files.ts';
import { createS3Files } from './files/s3-files.ts';
import { createLogger } from './logger.ts';
import { StartError } from './start-error.ts';

const tables: Readonly<Record<FileTable, string>> = {
  photos: 'photos',
  order_files: 'order files',
  attachments: 'attachments',
  handover_documents: 'handover documents',
};

/*
 * `node server/move-files.ts`: moves photos, order files, attachments and handover documents from the database to the
 * bucket of FILES_URL. If it is interrupted, run it again.
 */
await runOnDatabase(async (db, environment) => {
  const { files: settings } = environment;
  if (settings === null) {
    throw new StartError('configuration', 'FILES_URL is not set: there is no destination.');
  }
  const { pending } = await readMigrationStatus(db);
  if (pending.length > 0) {
    throw new StartError(
      'migrations_pending',
      `The database lacks ${pending.join(', ')}: run \`node server/migrate.ts up\` first.`,
    );
  }
  const files = createS3Files(settings);
  const clock = { now: () => Date.now() };
  const services = { db, files, clock, logger: createLogger(environment) };
  try {
    for (const [table, name] of Object.entries(tables) as [FileTable, string][]) {
      const movedCount = await moveFiles(services, table, (count) =>
        process.stderr.write(`${count} ${name} so far\n`),
      );
      process.stdout.write(`Moved ${movedCount} ${name}.\n`);
    }
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError)) throw error;
    throw new StartError(
      'files_unreachable',
      `The FILES_URL store returned an error (${describeFailure(error)}). Files already moved stay moved; fix the problem and run this again.`,
      { cause: error },
    );
  }
});

/** Describes the store's response, or returns the code of a failed connection. */
function describeFailure({ cause }: FileStoreUnavailableError): string {
  const networkError = cause instanceof Error ? cause.cause : undefined;
  if (networkError instanceof Error && 'code' in networkError) return String(networkError.code);
  return cause instanceof Error ? cause.message : 'no response';
}
