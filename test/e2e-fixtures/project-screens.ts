import { createHash, randomUUID } from 'node:crypto';
import { calls } from '#schemas/api/calls.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { Screen } from './screen.ts';
import type { ScreenActions } from './screen-actions.ts';

/** Photos and handover sheet of a project, after adding a photo, and the photo screen of a project without photos. */
export async function projectPhotoScreensOf(
  owner: Transport,
  projects: { readonly withPhoto: string; readonly withoutPhotos: string },
): Promise<Screen[]> {
  const photo = await addJobPhoto(owner, projects.withPhoto);
  const path = `/projects/${projects.withPhoto}`;
  return [
    { name: 'photos', path: `${path}/photos` },
    { name: 'photo', path: `${path}/photos/${photo}` },
    { name: 'no photos', path: `/projects/${projects.withoutPhotos}/photos` },
    { name: 'camera for photos', path: `${path}/photos/camera` },
    { name: 'handover sheet', path: `${path}/handover` },
    { name: 'signature', path: `${path}/handover`, action: continueToSignature },
  ];
}

/**
 * Adds a photo to a project through the API.
 * @returns its id
 */
async function addJobPhoto(owner: Transport, project: string): Promise<string> {
  const bytes = new Uint8Array(drawDemoPhoto());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const uuid = randomUUID();
  await owner.call(calls.sendAttachments, {
    body: {
      attachments: [
        {
          uuid,
          op_id: randomUUID(),
          base_op_id: null,
          deleted: false,
          project_id: project,
          kind: 'photo',
          group: 'during',
          media_type: 'image/png',
          caption: 'Flashing before the tiles',
          captured_at: new Date().toISOString(),
          bytes: bytes.length,
          sha256,
        },
      ],
    },
  });
  const fields = { uuid, sha256, offset: '0', total: String(bytes.length) };
  await owner.call(calls.sendAttachmentPart, {
    body: { fields, bytes, mediaType: 'application/octet-stream' },
  });
  return uuid;
}

async function continueToSignature(screen: ScreenActions): Promise<void> {
  await screen.press({ role: 'button', name: /^(Continue to signature|Przejdź do podpisu)$/ });
  await screen.expectVisible({ role: 'img', within: { role: 'main' } });
}
