/** A device's cameras, and the one selected by the user. */

export interface CameraDevice {
  readonly id: string;
  /** The system's name for the camera, such as "camera2 2, facing back". */
  readonly label: string;
}

type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>;

/**
 * Lists the cameras among a page's devices. Skips cameras without an id or a label. Browsers may hide these until the
 * user grants permission.
 */
export function toCameraDevices(devices: readonly Device[]): CameraDevice[] {
  const cameras = new Map<string, CameraDevice>();
  for (const { kind, deviceId, label } of devices) {
    if (kind !== 'videoinput' || deviceId === '' || label === '') continue;
    cameras.set(deviceId, { id: deviceId, label });
  }
  return [...cameras.values()];
}

/**
 * Finds the camera selected earlier. Ids change when site data is cleared, and in some browsers with each
 * visit, so the label is the fallback.
 */
export function findSavedCamera(
  cameras: readonly CameraDevice[],
  preferredCamera: CameraDevice | null,
): CameraDevice | null {
  if (preferredCamera === null) return null;
  const byId = cameras.find(({ id }) => id === preferredCamera.id);
  return byId ?? cameras.find(({ label }) => label === preferredCamera.label) ?? null;
}

/** Returns which way a camera faces, if its label says so. Android's labels are always in English. */
export function facingOf(label: string): 'back' | 'front' | null {
  const facing = /\bfacing (back|front)\b/i.exec(label)?.[1]?.toLowerCase();
  return facing === 'back' || facing === 'front' ? facing : null;
}
