/** The lenses (cameras) a device has, and which of them was chosen. Pure. */

export interface Lens {
  readonly id: string;
  /** As the system names it, such as "camera2 2, facing back". */
  readonly label: string;
}

type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>;

/** The cameras among a page's devices. Before the permission they have no names and are none yet. */
export function lensesOf(devices: readonly Device[]): Lens[] {
  const lenses = new Map<string, Lens>();
  for (const { kind, deviceId, label } of devices) {
    if (kind !== 'videoinput' || deviceId === '' || label === '') continue;
    lenses.set(deviceId, { id: deviceId, label });
  }
  return [...lenses.values()];
}

/**
 * The lens that was chosen before, as it is called now: ids change when the person clears the site's
 * data, or with each visit in some browsers; the label stays.
 */
export function chosenLens(lenses: readonly Lens[], kept: Lens | null): Lens | null {
  if (kept === null) return null;
  const byId = lenses.find(({ id }) => id === kept.id);
  return byId ?? lenses.find(({ label }) => label === kept.label) ?? null;
}

/** Which way a lens looks, as far as its label tells; Android's labels are always English. */
export function lensSide(label: string): 'back' | 'front' | null {
  const facing = /\bfacing (back|front)\b/i.exec(label)?.[1]?.toLowerCase();
  return facing === 'back' || facing === 'front' ? facing : null;
}
