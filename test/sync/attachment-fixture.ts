import { createHash } from 'node:crypto';
import type { LocalAccount } from '#sync/account.ts';
import { greyPng } from './grey-png.ts';

/** A document that is sent in three parts. */
export function largePdf(seed = 1): ArrayBuffer {
  const bytes = Buffer.alloc(700_000, seed);
  bytes.write('%PDF-1.7', 'latin1');
  return new Uint8Array(bytes).buffer;
}

/**
 * Adds a photo to a project.
 * @returns its id
 */
export const addPhoto = (account: LocalAccount, projectId: string, shade = 1) =>
  account.attachments.add({
    projectId,
    kind: 'photo',
    group: 'before',
    caption: 'The old roof',
    bytes: greyPng(shade),
    mime: 'image/png',
  });

/**
 * Adds a document that is sent in three parts to a project.
 * @returns its id
 */
export const addDocument = (account: LocalAccount, projectId: string, bytes = largePdf()) =>
  account.attachments.add({
    projectId,
    kind: 'document',
    group: null,
    caption: '',
    bytes,
    mime: 'application/pdf',
  });

/** Reads an attachment on this device; null if it doesn't exist. */
export async function attachmentOn(account: LocalAccount, id: string) {
  const document = await account.collections.attachments.findOne(id).exec();
  return document?.toMutableJSON() ?? null;
}

export const hashOf = (bytes: ArrayBuffer | Uint8Array) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
