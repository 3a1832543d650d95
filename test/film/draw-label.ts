import type { Pose } from './pose.ts';
import type { Luma } from './scene.ts';

/** Camera distance in picture heights, for a phone's usual angle of view. */
const FOCAL = 1.6;

/**
 * Perspective of a pose as a 3 × 3 matrix, row by row. It maps the label's plane (centre 0, 0; in picture heights) to
 * the picture.
 */
function perspective({ roll, pitch, yaw }: Pose): readonly number[] {
  const [sr, cr] = [Math.sin(roll), Math.cos(roll)];
  const [sp, cp] = [Math.sin(pitch), Math.cos(pitch)];
  const [sy, cy] = [Math.sin(yaw), Math.cos(yaw)];
  // Columns 1 and 2 of Rz(roll)·Rx(pitch)·Ry(yaw), because the plane has no depth.
  const right = [cr * cy - sr * sp * sy, sr * cy + cr * sp * sy, -cp * sy];
  const down = [-sr * cp, cr * cp, sp];
  const [rx = 0, ry = 0, rz = 0] = right;
  const [dx = 0, dy = 0, dz = 0] = down;
  return [FOCAL * rx, FOCAL * dx, 0, FOCAL * ry, FOCAL * dy, 0, rz, dz, FOCAL];
}

function inverse(m: readonly number[]): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = m;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  return adjugate.map((value) => value / determinant);
}

/** Draws a label into a picture in its pose, with soft edges. */
export function drawLabel(picture: Luma, label: Luma, pose: Pose): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = inverse(
    perspective(pose),
  );
  const { width, height } = picture;
  const scale = label.width / pose.side;
  // A rotated square fits its diagonal; perspective adds a little.
  const radius = Math.ceil(pose.side * height * 0.95);
  const middleX = width / 2 + pose.x * height;
  const middleY = height / 2 + pose.y * height;
  const top = Math.max(0, Math.floor(middleY - radius));
  const bottom = Math.min(height, Math.ceil(middleY + radius));
  const left = Math.max(0, Math.floor(middleX - radius));
  const right = Math.min(width, Math.ceil(middleX + radius));

  for (let row = top; row < bottom; row += 1) {
    const y = (row - middleY) / height;
    for (let column = left; column < right; column += 1) {
      const x = (column - middleX) / height;
      const w = g * x + h * y + i;
      const u = ((a * x + b * y + c) / w) * scale + label.width / 2;
      const v = ((d * x + e * y + f) / w) * scale + label.height / 2;
      const value = sample(label, u, v);
      if (value >= 0) picture.data[row * width + column] = value;
    }
  }
}

/** Interpolates between four pixels of the label; -1 outside. */
function sample({ data, width, height }: Luma, u: number, v: number): number {
  const x = Math.floor(u);
  const y = Math.floor(v);
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return -1;
  const index = y * width + x;
  const fx = u - x;
  const above = (data[index] ?? 0) * (1 - fx) + (data[index + 1] ?? 0) * fx;
  const below = (data[index + width] ?? 0) * (1 - fx) + (data[index + width + 1] ?? 0) * fx;
  return Math.round(above + (below - above) * (v - y));
}
