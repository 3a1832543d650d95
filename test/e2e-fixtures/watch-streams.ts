declare global {
  interface Window {
    /** Returns the number of camera streams that are live now, and the maximum so far. */
    cameraStreams?: () => { live: number; peak: number };
    /** Number of times the camera was opened. */
    cameraOpenings?: () => number;
    /** Ends the running track as the system does, including its event. */
    endCameraStream?: () => void;
  }
}

/** For `page.addInitScript`: counts camera streams. */
export function watchStreams(): void {
  const tracks: MediaStreamTrack[] = [];
  let peak = 0;
  const live = () => tracks.filter((track) => track.readyState === 'live').length;
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    tracks.push(...stream.getTracks());
    peak = Math.max(peak, live());
    return stream;
  };
  window.cameraStreams = () => ({ live: live(), peak });
  window.cameraOpenings = () => tracks.length;
  window.endCameraStream = () => {
    const track = tracks.at(-1);
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  };
}
