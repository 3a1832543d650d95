import { createdShare, photoShare, photoShareRequest } from '../photo-share.ts';
import { defineCall, emptyResult, idParams, listResult } from './call.ts';

/** Links that show a project's photos to a homeowner. */
export const sharingCalls = {
  createPhotoShare: defineCall({
    id: 'createPhotoShare',
    method: 'POST',
    path: '/v1/project/{id}/photo-share',
    summary:
      'Create a link to photos of a project. The link works for 30 days. Only this response contains it.',
    params: idParams,
    body: photoShareRequest,
    status: 201,
    result: createdShare,
    errors: ['project_not_found', 'photos_not_available', 'share_limit_reached', 'key_reused'],
  }),
  listPhotoShares: defineCall({
    id: 'listPhotoShares',
    method: 'GET',
    path: '/v1/project/{id}/photo-share',
    summary: 'List the active links to a project’s photos, newest first.',
    params: idParams,
    result: listResult(photoShare),
    errors: ['project_not_found'],
  }),
  deletePhotoShare: defineCall({
    id: 'deletePhotoShare',
    method: 'DELETE',
    path: '/v1/photo-share/{id}',
    summary: 'Revoke a link, which stops working immediately.',
    params: idParams,
    result: emptyResult,
  }),
};
