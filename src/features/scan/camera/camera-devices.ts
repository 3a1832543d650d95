/** The cameras (cameras) a device has, and which of them was chosen. Pure. */

export interface CameraDevice {
  readonly id: string;
  /** As the system names it, such as "camera2 2, facing back". */
  readonly label: string;
}

type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>;

/** The cameras among a page's devices. Before the permission they have no names and are none yet. */
export function toCameraDevices(devices: readonly Device[]): CameraDevice[] {
  const cameras = new Map<string, CameraDevice>();
  for (const { kind, deviceId, label } of devices) {
    if (kind !== 'videoinput' || deviceId === '' || label === '') continue;
    cameras.set(deviceId, { id: deviceId, label });
  }
  return [...cameras.values()];
}

/**
 * The lens that was chosen before, as it is called now: ids change when the person clears the site's
 * data, or with each visit in some browsers; the label stays.
 */
export function findSavedCamera(
  cameras: readonly CameraDevice[],
  kept: CameraDevice | null,
): CameraDevice | null {
  if (kept === null) return null;
  const byId = cameras.find(({ id }) => id === kept.id);
  return byId ?? cameras.find(({ label }) => label === kept.label) ?? null;
}

/** Which way a lens looks, as far as its label tells; Android's labels are always English. */
export function facingOf(label: string): 'back' | 'front' | null {
  const facing = /\bfacing (back|front)\b/i.exec(label)?.[1]?.toLowerCase();
  return facing === 'back' || facing === 'front' ? facing : null;
}
