/** Where a point of the video lies in a box that the video covers (`object-fit: cover`). Pure. */

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How many times larger the video is drawn, so that it covers the box. */
export function coverScale(video: Size, box: Size): number {
  if (video.width <= 0 || video.height <= 0) return 1;
  return Math.max(box.width / video.width, box.height / video.height);
}

/** The video is centred; what sticks out is cut off on both sides alike. */
export function toBox(point: Point, video: Size, box: Size): Point {
  const scale = coverScale(video, box);
  return {
    x: (point.x - video.width / 2) * scale + box.width / 2,
    y: (point.y - video.height / 2) * scale + box.height / 2,
  };
}
