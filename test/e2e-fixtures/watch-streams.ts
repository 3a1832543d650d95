declare global {
  interface Window {
    /** Live camera streams, now and at most at once. */
    cameraStreams?: () => { live: number; most: number };
    /** Number of times the camera was opened. */
    cameraOpenings?: () => number;
    /** Ends the running track like the system does, with its event. */
    breakCameraOff?: () => void;
  }
}

/** For `page.addInitScript`: counts camera streams. */
export function watchStreams(): void {
  const tracks: MediaStreamTrack[] = [];
  let most = 0;
  const live = () => tracks.filter((track) => track.readyState === 'live').length;
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    tracks.push(...stream.getTracks());
    most = Math.max(most, live());
    return stream;
  };
  window.cameraStreams = () => ({ live: live(), most });
  window.cameraOpenings = () => tracks.length;
  window.breakCameraOff = () => {
    const track = tracks.at(-1);
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  };
}
