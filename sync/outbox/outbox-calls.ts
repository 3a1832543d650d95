import { type Call, isFileBody } from '#schemas/api/call.ts';
import { accessCalls } from '#schemas/api/access-calls.ts';
import { leadCalls } from '#schemas/api/lead-calls.ts';
import { projectCalls } from '#schemas/api/project-calls.ts';
import { scanCalls } from '#schemas/api/scan-calls.ts';
import { supportCalls } from '#schemas/api/support-calls.ts';

/** What a request needs of its call; plain data, so that the build can compute it beforehand. */
export interface PlainCall {
  readonly method: Call['method'];
  readonly path: string;
  readonly timeoutMs: number;
  /** The form's field of a file; null where a call takes none. */
  readonly fileField: string | null;
}

/**
 * The calls that send unsent work. The service worker's build has their values in the place of this
 * file (`tools/prepared-calls.ts`): it stays small without the contract.
 */
export const outboxCalls = {
  refresh: plain(accessCalls.refresh),
  editLead: plain(leadCalls.editLead),
  uploadPhoto: plain(scanCalls.uploadPhoto),
  saveScans: plain(scanCalls.saveScans),
  submitProjectSurvey: plain(projectCalls.submitProjectSurvey),
  openSupportChat: plain(supportCalls.openSupportChat),
  writeToSupport: plain(supportCalls.writeToSupport),
};

function plain({ method, path, timeoutMs, body }: Call): PlainCall {
  const fileField = body !== undefined && isFileBody(body) ? body.field : null;
  return { method, path, timeoutMs, fileField };
}
