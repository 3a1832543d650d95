/** Test page with only the camera hook. */
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { DecodedCode } from '#src/features/scan/camera/camera-session.ts';
import { fetchWithProgress } from '#sync/http/fetch-with-progress.ts';
import { readPicture, shrinkPhoto } from '#workers/image-worker-client.ts';
import { useCamera, workerFrameReader } from '#src/features/scan/camera/use-camera.ts';

const fixture = {
  readings: [] as { reading: DecodedCode; at: number }[],
  readPicture,
  shrinkPhoto,
  warmUp: workerFrameReader.warmUp,
  readFrame: workerFrameReader.readFrame,
  fetchWithProgress,
};
type CameraFixture = typeof fixture;

declare global {
  interface Window {
    fixture: CameraFixture;
  }
}
window.fixture = fixture;

function recordReading(reading: DecodedCode): 'accepted' | 'ignored' {
  fixture.readings.push({ reading, at: performance.now() });
  return reading.text.includes('skylight.example') ? 'accepted' : 'ignored';
}

function Scanner() {
  const { viewfinderRef, state, isDark, retry } = useCamera({ onCode: recordReading });
  return (
    <>
      <div ref={viewfinderRef} style={{ width: 320, height: 320 }} />
      <output aria-label="state">{state.name === 'broken' ? state.reason : state.name}</output>
      <output aria-label="light">{isDark ? 'dark' : 'light'}</output>
      <button onClick={retry}>Try again</button>
    </>
  );
}

function Page() {
  const [isShown, setShown] = useState(!location.search.includes('empty'));
  return (
    <>
      <button onClick={() => setShown(!isShown)}>{isShown ? 'Leave' : 'Enter'}</button>
      {isShown && <Scanner />}
    </>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
