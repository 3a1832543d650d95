/** Scan features that other features may use. */
export { useReview } from './review/use-review.ts';
export { useSaveToProject } from './review/save-footer.tsx';
export { EarlierScan } from './review/earlier-scan.tsx';
export { unmetRequirements, type Requirement } from './capture/product-rules.ts';
export { AddLabel } from './capture/add-label.tsx';
export { useSerialProduct } from './capture/serial-product.ts';
export { RowPhoto } from './photo/scan-photo.tsx';
export { PhotoField, PhotoSubjectField } from './photo/photo-field.tsx';
export { useStoredPhotoDraft } from './photo/stored-photo-draft.ts';
export { useCamera } from './camera/use-camera.ts';
export { isPlaying } from './camera/camera-machine.ts';
export { useWakeLock } from './camera/wake-lock.ts';
export { usePinchZoom } from './camera/use-pinch-zoom.ts';
export { CameraControls, TorchButton } from './scanner/camera-controls.tsx';
export { useProblemText } from './scanner/camera-problem.tsx';
