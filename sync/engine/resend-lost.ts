import type { ClubDatabase } from '../store/database.ts';
import { sendAgainLostMessages } from '../entities/chats/restored.ts';
import { sendAgainLostLeadEdits } from '../entities/leads/restored.ts';
import { beginAgainLostProjects } from '../entities/projects/restored.ts';
import { sendAgainWhatIsMissing } from './restored-server.ts';
import type { Transport } from '../http/transport.ts';

/**
 * After the server was restored from a backup (F43): has everything sent again that it lost. Loaded only
 * then: it happens once in years, if ever.
 * @returns how many of each that were
 * @throws CallError, SyncError
 */
export async function resendLost(
  database: ClubDatabase,
  transport: Transport,
  options: { userId: string; signal: AbortSignal },
): Promise<{ scans: number; edits: number; projects: number; messages: number }> {
  // Leads first, so that no scan goes to a project which the server has to get back with its lead.
  const edits = await sendAgainLostLeadEdits(database, transport, options);
  const projects = await beginAgainLostProjects(database, transport, options);
  const scans = await sendAgainWhatIsMissing(database, transport, options);
  const messages = await sendAgainLostMessages(database, transport, options);
  return { scans, edits, projects, messages };
}
