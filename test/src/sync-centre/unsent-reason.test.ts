import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import {
  attachmentItem,
  projectItem,
  isOnServer,
  leadItem,
  queueKeyOf,
  scanItem,
} from '#src/features/sync-centre/unsent-item.ts';
import { needsAttention, unsentReason } from '#src/features/sync-centre/unsent-reason.ts';
import type { QueueKey } from '#sync/retry/queue-key.ts';
import { leadOf } from '#test/src/leads/lead-fixture.ts';
import { rules } from '#test/src/scan/rules-fixture.ts';
import { capturedScan } from '#test/src/scan/scan-fixture.ts';

const online = { connection: 'online', phase: 'syncing', uploading: null } as const;
const offline = { ...online, connection: 'offline', phase: 'waiting' } as const;
const sending = { ...online, uploading: { id: 'p1', position: 1, total: 2, share: null } } as const;
const key: QueueKey = { kind: 'push', collection: 'scans' };
const triedRecord = {
  key,
  lastTryAt: 5,
  lastError: null,
  nextTryAt: null,
  lastSuccessAt: null,
} as const;
const failed = { ...triedRecord, lastError: 'timeout', nextTryAt: 9 } as const;
const successRecord = { ...triedRecord, lastSuccessAt: 6 };

const scan = (overrides: Partial<ScanDocument>) => scanItem(capturedScan(overrides));
const waiting = scan({ state: 'waiting' });
const photo = scan({ state: 'waiting', imageIdxDB: 'p1' });
/** An attachment that the server has without its content. */
const content = (uuid: string) =>
  attachmentItem({
    ...{ uuid, op_id: 'o', base_op_id: 'o', state: 'waiting', sends_content: true },
  } as AttachmentDocument);
const lead = (overrides: Partial<LeadDocument>) => leadItem(leadOf(overrides));
const closing = (
  overrides: Partial<ProjectDocument>,
  { released = false, rejectedProducts = 0 } = {},
) => {
  const project = {
    state: 'waiting',
    closing: { uuid: 'c', response: [], released },
    awaits_lead: null,
    unbegun: false,
  };
  return projectItem({ ...project, ...overrides } as ProjectDocument, rejectedProducts);
};
const scanOf = (state: ProjectDocument['state']) =>
  scanItem(capturedScan({ state: 'waiting' }), { state });
const refusal = (code: string) => ({ code, message: '' });

describe('the reason why an item isn’t sent', () => {
  it.each([
    ['choose_project', scan({}), offline, null],
    ['checking', scan({}), online, null],
    ['choose_project', scan({ isValidated: true }), online, null],
    ['choose_project', scan({ serial_number: null }), online, null],
    ['invalid', scan({ isValidated: true, isValid: false }), online, null],
    ['needs_details', scan({ confirmed: false }), online, null],
    ['needs_photo', scan({ serial_number: null, is_unique: false }), online, null],
    ['needs_photo', scan({ requiresTagPhoto: true }), offline, null],
    ['needs_answer', scan({ requiresSurvey: true }), offline, null],
    ['refused', scan({ state: 'refused' }), offline, failed],
    ['sign_in', waiting, { ...online, phase: 'blocked' }, failed],
    ['maintenance', waiting, { ...offline, connection: 'maintenance' }, failed],
    ['offline', photo, offline, failed],
    ['photo', photo, online, null],
    ['photo', photo, { ...sending, uploading: { ...sending.uploading, id: 'p2' } }, triedRecord],
    ['photo_sending', photo, sending, triedRecord],
    ['sending', content('p1'), sending, triedRecord],
    ['queued', content('p2'), sending, triedRecord],
    ['retry', content('p2'), online, failed],
    ['retry', photo, online, failed],
    [
      'queued',
      scan({ state: 'waiting', imageIdxDB: 'p1', imageSent: true }),
      online,
      successRecord,
    ],
    ['queued', waiting, online, null],
    ['sending', waiting, online, triedRecord],
    ['retry', waiting, online, failed],
    ['sending', lead({ state: 'waiting' }), online, triedRecord],
    ['overtaken', lead({ state: 'refused', refusal: refusal('conflict') }), online, null],
    ['refused', lead({ state: 'refused', refusal: refusal('date_too_early') }), online, null],
    ['products', closing({}), online, null],
    ['refused_products', closing({}, { rejectedProducts: 1 }), online, null],
    ['lead', closing({ awaits_lead: 'l' }), offline, null],
    ['offline', closing({}, { released: true }), offline, null],
    ['refused', closing({ state: 'refused' }), online, null],
    ['queued', closing({ unbegun: true }), online, null],
    ['offline', closing({ unbegun: true, closing: null }), offline, null],
    ['refused', closing({ unbegun: true, state: 'refused' }), offline, null],
    ['project', scanOf('waiting'), online, successRecord],
    ['offline', scanOf('waiting'), offline, null],
    ['refused_project', scanOf('refused'), offline, null],
  ] as const)('%s', (reason, item, status, record) => {
    expect(unsentReason(item, status, record, rules.configuration.product_survey)).toBe(reason);
  });

  it.each([
    [scan({}), true],
    [scan({ state: 'refused' }), true],
    [closing({}, { rejectedProducts: 2 }), true],
    [closing({}), false],
    [waiting, false],
  ] as const)('determines whether the item needs the person’s attention (%#)', (item, expected) => {
    expect(needsAttention(unsentReason(item, offline, null))).toBe(expected);
  });

  it('is the queue’s reason, or the photo’s reason for a scan that waits for its photo', () => {
    expect(queueKeyOf(waiting)).toEqual(key);
    expect(queueKeyOf(photo)).toEqual({ kind: 'photos' });
    const sentPhotoScan = scan({ state: 'waiting', imageIdxDB: 'p1', imageSent: true });
    expect(queueKeyOf(sentPhotoScan)).toEqual(key);
    const { id } = lead({});
    expect(queueKeyOf(lead({}))).toEqual({ kind: 'push', collection: 'leads', id });
  });

  it('disappears once the server has the item', () => {
    expect([waiting, scan({ state: 'sent' })].map(isOnServer)).toEqual([false, true]);
    expect([lead({ state: 'waiting' }), lead({})].map(isOnServer)).toEqual([false, true]);
    expect([closing({}), closing({ state: 'synced' })].map(isOnServer)).toEqual([false, true]);
  });
});
