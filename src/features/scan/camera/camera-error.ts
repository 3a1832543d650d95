import type { CameraProblem } from './camera-machine.ts';

/** Why the camera can't be had. */
export class CameraError extends Error {
  readonly code: CameraProblem;
  constructor(code: CameraProblem, cause: unknown) {
    super(`The camera is ${code}.`, { cause });
    this.name = 'CameraError';
    this.code = code;
  }
}

/** The names browsers give, older ones among them. */
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

/** Turns whatever opening the camera threw into what it means for the person. */
export function toCameraError(error: unknown): CameraError {
  if (error instanceof CameraError) return error;
  // The camera module throws a bare string where the browser has no camera interface at all.
  if (typeof error === 'string') return new CameraError('missing', error);
  const name = error instanceof Error ? error.name : '';
  return new CameraError(PROBLEMS[name] ?? 'aborted', error);
}
