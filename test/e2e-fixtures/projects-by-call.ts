import { createHash, randomUUID } from 'node:crypto';
import { calls } from '#schemas/api/calls.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';

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

async function uploadPhoto(owner: Transport): Promise<string> {
  const bytes = new Uint8Array(drawDemoPhoto());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const uuid = randomUUID();
  const body = { fields: { uuid, sha256 }, bytes, mediaType: 'image/png' };
  await owner.call(calls.uploadPhoto, { body });
  return uuid;
}
