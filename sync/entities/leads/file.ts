import type { LeadDocument } from '#schemas/lead.ts';
import { leadEdit } from '#schemas/lead-edit.ts';
import type { FileSection } from '../../outbox/file-section.ts';
import { dropUnreadableEdits } from '#sync/outbox/drop-unreadable-edits.ts';
import { unsentLead, type UnsentLead } from '../../outbox/unsent-file.ts';
import { changeMany, findRow } from '../../store/documents.ts';
import { nextLead, unknownEdits } from './machine.ts';

/** A lead's edits that the server hasn't accepted. */
export const leadFile: FileSection<LeadDocument, UnsentLead> = {
  name: 'leads',
  kind: 'lead',
  isCounted: () => true,
  itemSchema: unsentLead,
  dropUnreadable: (item) => dropUnreadableEdits(item, 'edits', leadEdit),
  pick({ uuid, deleted, state, refusal, edits }) {
    if (deleted || state === 'synced' || edits.length === 0) return null;
    return { uuid, state, refusal, edits };
  },
  async importItem({ uuid, state, refusal, edits }, { collections: { leads } }) {
    const lead = await findRow(leads, uuid);
    if (!lead) return 'missing';
    if (unknownEdits(lead, edits).length === 0) return 'known';
    const rejection = state === 'refused' ? (refusal ?? { code: 'conflict', message: '' }) : null;
    await changeMany(leads, [uuid], (currentLead) =>
      nextLead(currentLead, { type: 'imported', edits, refusal: rejection }),
    );
    return 'added';
  },
};
