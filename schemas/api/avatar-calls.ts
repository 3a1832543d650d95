import * as v from 'valibot';
import { installerUser } from '../installer.ts';
import { uuid } from '../primitives.ts';
import { defineCall, idParams, IMAGE_TIMEOUT_MS } from './call.ts';

const MAX_AVATAR_BYTES = 1_000_000;

/** Profile picture. In a separate file, because every screen loads the other account calls. */
export const avatarCalls = {
  uploadAvatar: defineCall({
    id: 'uploadAvatar',
    method: 'POST',
    path: '/v1/installer/user/{id}/avatar',
    summary: 'Upload your profile picture. Replaces the earlier one.',
    params: idParams,
    body: {
      kind: 'file',
      field: 'image',
      fields: v.object({ uuid, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
      maxBytes: MAX_AVATAR_BYTES,
      mediaTypes: ['image/jpeg', 'image/png'],
    },
    status: 201,
    result: installerUser,
    errors: ['hash_mismatch', 'key_reused'],
    timeoutMs: IMAGE_TIMEOUT_MS,
  }),
  getAvatar: defineCall({
    id: 'getAvatar',
    method: 'GET',
    path: '/v1/installer/user/{id}/avatar',
    summary: 'Get your profile picture.',
    params: idParams,
    result: v.object({
      uuid,
      media_type: v.picklist(['image/jpeg', 'image/png']),
      /** Base64. */
      content: v.pipe(v.string(), v.maxLength(2 * MAX_AVATAR_BYTES)),
    }),
  }),
  deleteAvatar: defineCall({
    id: 'deleteAvatar',
    method: 'DELETE',
    path: '/v1/installer/user/{id}/avatar',
    summary: 'Delete your profile picture.',
    params: idParams,
    result: installerUser,
  }),
};
