import { createHash, randomUUID } from 'node:crypto';
import { calls } from '#schemas/api/calls.ts';
import type { AttachmentSave } from '#schemas/attachment.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';
import { attachmentOf, partOf } from '#test/server/attachment-setup.ts';

/** Creates a project through the API. */
export function newProject(owner: Transport, streetName: string) {
  const body = { streetName, postalCode: '58-500', city: 'Jelenia Góra' };
  return owner.call(calls.createProject, { body }, { idempotencyKey: randomUUID() });
}

/** Adds a product to a project through the API, with a serial number or a photo. */
export async function addProduct(
  owner: Transport,
  project: string,
  serial: DemoSerial,
  { photo = false } = {},
) {
  const image = photo ? await uploadPhoto(owner) : null;
  const { type, size, variant, code } = serial;
  return owner.call(calls.createScan, {
    body: {
      uuid: randomUUID(),
      op_id: randomUUID(),
      base_op_id: null,
      deleted: false,
      projects_id: project,
      type,
      size,
      variant,
      serial_number: photo ? null : code,
      is_unique: !photo,
      survey: null,
      image_data: image,
      manual: true,
      time: Date.now(),
    },
  });
}

/**
 * Adds a photo to a project through the API.
 * @returns its id
 */
export async function addJobPhoto(
  owner: Transport,
  project: string,
  content: Uint8Array,
  changes: Pick<AttachmentSave, 'caption' | 'group'>,
): Promise<string> {
  const photo = attachmentOf(content, project, changes);
  await owner.call(calls.sendAttachments, { body: { attachments: [photo] } });
  await owner.call(calls.sendAttachmentPart, { body: partOf(photo, content, 0) });
  return photo.uuid;
}

async function uploadPhoto(owner: Transport): Promise<string> {
  const bytes = new Uint8Array(drawDemoPhoto());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const uuid = randomUUID();
  const body = { fields: { uuid, sha256 }, bytes, mediaType: 'image/png' };
  await owner.call(calls.uploadPhoto, { body });
  return uuid;
}
