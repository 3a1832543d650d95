import { toString as toSvg } from 'qrcode';

/** Product and serial number of a label, as in the manufacturer's registry. */
type LabelData = { type: string; size: string; variant: string; code: string };

/** Returns the text of a label's QR code. `domain` is the manufacturer's; hyphens in the code become underscores. */
export function labelText({ type, size, variant, code }: LabelData, domain: string): string {
  return `https://q.${domain}/${[type, size, variant, code.replaceAll('-', '_')].join('_')}`;
}

/** Picks `count` labels spread evenly over the list, for a variety of products. */
export function pickEvenly<T>(labels: readonly T[], count: number): T[] {
  const step = labels.length / Math.min(count, labels.length);
  return labels.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Renders a printable page with labels of 62 × 34 mm, three per row on A4. */
export async function labelPage(labels: readonly LabelData[], domain: string): Promise<string> {
  const cells = await Promise.all(labels.map((label) => renderLabel(label, domain)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>QR labels</title>
<style>
@page { size: A4; margin: 8mm; }
body { margin: 0; font: 3.2mm/1.3 sans-serif; color: #000; background: #fff; }
main { display: grid; grid-template-columns: repeat(3, 62mm); gap: 2mm; }
figure { display: flex; align-items: center; gap: 2mm; height: 34mm; margin: 0; padding: 1mm; box-sizing: border-box; border: 0.2mm dashed #999; break-inside: avoid; }
svg { width: 30mm; height: 30mm; flex: none; }
b { display: block; font-size: 4.4mm; }
</style>
</head>
<body>
<main>
${cells.join('\n')}
</main>
</body>
</html>
`;
}

async function renderLabel(label: LabelData, domain: string): Promise<string> {
  const svg = await toSvg(labelText(label, domain), { type: 'svg', errorCorrectionLevel: 'M' });
  const caption = `<b>${label.type}</b>${label.size}<br>${label.variant}<br>${label.code}`;
  return `<figure>${svg.trim()}<figcaption>${caption}</figcaption></figure>`;
}
