import type { CodeHit, Pass } from '#workers/frame.ts';
import {
  CameraSession,
  type DecodedCode,
  type CodeVerdict,
} from '#src/features/scan/camera/camera-session.ts';
import { CameraError, type CameraProblem } from '#src/features/scan/camera/camera-machine.ts';
import { oneAtATime, type OpenCamera } from '#src/features/scan/camera/camera.ts';
import type { CameraDevice } from '#src/features/scan/camera/camera-devices.ts';

/** A fake camera that the test controls. */
interface FakeCamera extends OpenCamera {
  readonly track: MediaStreamTrack & EventTarget;
  isClosed: boolean;
  isTorchOn: boolean;
  /** Requested zoom values; 3 is rejected. */
  readonly zooms: number[];
  isFrozen: boolean;
  /** True if frames can't be captured. */
  grabFails: boolean;
}

export interface CameraSetup {
  readonly session: CameraSession;
  /** All opened cameras, latest last. */
  readonly cameras: FakeCamera[];
  readonly decodePasses: Pass[];
  readonly readings: DecodedCode[];
  /** Codes in view. */
  view: { texts: string[]; brightness: number };
  /** Results of the next openings; by default they succeed immediately. */
  opening: 'immediate' | 'pending' | CameraProblem;
  release(): void;
  verdict: CodeVerdict;
  readerFails: boolean;
  readonly openCount: () => number;
  /** Camera requested at each opening. */
  readonly requestedDevices: (CameraDevice | null)[];
}

const corner = { x: 0, y: 0 };
const hit = (text: string): CodeHit => ({ text, corners: [corner, corner, corner, corner] });

export function createCameraSetup(features: { torch?: boolean } = {}): CameraSetup {
  const pendingOpenings: (() => void)[] = [];
  const cameras: FakeCamera[] = [];

  const open = async (signal: AbortSignal, lens: CameraDevice | null): Promise<OpenCamera> => {
    setup.requestedDevices.push(lens);
    const { opening } = setup;
    if (opening === 'pending') await new Promise<void>((resolve) => pendingOpenings.push(resolve));
    else if (opening !== 'immediate') throw new CameraError(opening, null);
    if (signal.aborted) throw new CameraError('aborted', null);
    const camera = fakeCamera(features.torch ?? false, lens?.id ?? 'back');
    cameras.push(camera);
    return camera;
  };
  const reader = {
    warmUp: () => Promise.resolve(),
    readFrame: (_bitmap: ImageBitmap, _crop: unknown, pass: Pass) => {
      setup.decodePasses.push(pass);
      if (setup.readerFails) return Promise.reject(new Error('no decoder'));
      const { texts, brightness } = setup.view;
      return Promise.resolve({ hits: texts.map(hit), brightness, msToDecode: 5 });
    },
  };
  const setup: CameraSetup = {
    session: new CameraSession({ open: oneAtATime(open), reader }),
    cameras,
    decodePasses: [],
    readings: [],
    view: { texts: [], brightness: 0.5 },
    opening: 'immediate',
    release: () => pendingOpenings.splice(0).forEach((resolve) => resolve()),
    verdict: 'accepted',
    readerFails: false,
    requestedDevices: [],
    openCount: () => cameras.filter((camera) => !camera.isClosed).length,
  };
  setup.session.setListeners((reading) => {
    setup.readings.push(reading);
    return setup.verdict;
  });
  return setup;
}

function fakeCamera(hasTorch: boolean, cameraId: string): FakeCamera {
  const camera: FakeCamera = {
    element: {} as HTMLElement,
    track: Object.assign(new EventTarget(), { muted: false }) as FakeCamera['track'],
    isClosed: false,
    isTorchOn: false,
    isFrozen: false,
    grabFails: false,
    position: () => (camera.isFrozen ? 1 : performance.now()),
    grab: () =>
      camera.grabFails
        ? Promise.reject(new DOMException('no frame', 'InvalidStateError'))
        : Promise.resolve({
            bitmap: {} as ImageBitmap,
            crop: { x: 0, y: 0, width: 480, height: 480 },
            video: { width: 640, height: 480 },
          }),
    takePicture: () => Promise.resolve(null),
    zooms: [],
    cameras: [
      { id: 'back', label: 'camera 0, facing back' },
      { id: 'wide', label: 'camera 2, facing back' },
    ],
    cameraId,
    hasTorch,
    setTorch: (on) => {
      camera.isTorchOn = on;
      return Promise.resolve();
    },
    zoom: { min: 1, max: 5, step: 0.1, value: 1 },
    setZoom: (value) => {
      camera.zooms.push(value);
      return value === 3 ? Promise.reject(new Error('stuck')) : Promise.resolve();
    },
    close: () => {
      camera.isClosed = true;
      camera.isTorchOn = false;
    },
  };
  return camera;
}
