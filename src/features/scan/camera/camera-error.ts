import type { CameraProblem } from './camera-machine.ts';

/** A failure to open or keep the camera. */
export class CameraError extends Error {
  readonly code: CameraProblem;
  constructor(code: CameraProblem, cause: unknown) {
    super(`The camera is ${code}.`, { cause });
    this.name = 'CameraError';
    this.code = code;
  }
}

/** Error names used by browsers, including outdated ones. */
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
};

/** Converts any error thrown while opening the camera. */
export function toCameraError(error: unknown): CameraError {
  if (error instanceof CameraError) return error;
  // The camera library throws a plain string if the browser has no camera API.
  if (typeof error === 'string') return new CameraError('missing', error);
  const name = error instanceof Error ? error.name : '';
  return new CameraError(PROBLEMS[name] ?? 'aborted', error);
}
