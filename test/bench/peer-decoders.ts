/** Other QR decoders, for comparison. Two of them are installed on demand, in a separate folder. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readBarcodes } from 'zxing-wasm/reader';
import { root } from '#tools/paths.ts';
import type { Luma } from '#test/film/scene.ts';
import type { Pixels } from '#workers/frame.ts';
import { installPeers } from './install-peers.ts';

/** A picture in grey and in RGBA, so that each decoder gets the format it needs. */
export interface DecoderPicture {
  readonly luma: Luma;
  readonly pixels: Pixels;
}

/** Reads the texts of the QR codes in a picture. */
export interface PeerDecoder {
  /** Name and version. */
  readonly name: string;
  readonly read: (picture: DecoderPicture) => Promise<readonly string[]>;
}

/** The parts of the packages that are used here. */
interface JsQr {
  default: (rgba: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
}
interface ZBar {
  getDefaultScanner(): Promise<{ setConfig(symbology: number, config: number, on: number): void }>;
  scanGrayBuffer(grey: ArrayBuffer, width: number, height: number): Promise<ZBarSymbol[]>;
}
interface ZBarSymbol {
  decode(): string;
}
interface ZXingJs {
  readonly BarcodeFormat: { readonly QR_CODE: number };
  readonly DecodeHintType: { readonly POSSIBLE_FORMATS: number; readonly TRY_HARDER: number };
  readonly MultiFormatReader: new (
    verbose: boolean,
    hints: Map<number, unknown>,
  ) => { decode(bitmap: object): { text: string } };
  readonly BinaryBitmap: new (binarizer: object) => object;
  readonly HybridBinarizer: new (source: object) => object;
  readonly RGBLuminanceSource: new (
    grey: Uint8ClampedArray,
    width: number,
    height: number,
  ) => object;
}

/** Symbologies and settings of zbar. */
const [ZBAR_ALL, ZBAR_QRCODE, ZBAR_ENABLE] = [0, 64, 0];

/** Loads the decoders, each with its usual settings. */
export async function peerDecoders(): Promise<PeerDecoder[]> {
  const requireFromApp = createRequire(import.meta.url);
  const requireFromPeers = createRequire(join(installPeers(), 'package.json'));
  const versionOf = (from: NodeJS.Require, name: string) => {
    const manifest = from.resolve(`${name}/package.json`);
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  };
  const zxing = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest)
    .devDependencies['zxing-wasm'];
  return [
    { name: `zxing-wasm ${zxing} defaults`, read: readByDefaults },
    {
      name: `zbar-wasm ${versionOf(requireFromPeers, '@undecaf/zbar-wasm')}`,
      read: await zbarReader(requireFromPeers('@undecaf/zbar-wasm') as ZBar),
    },
    {
      name: `jsQR ${versionOf(requireFromPeers, 'jsqr')}`,
      read: async ({ pixels: { data, width, height } }) => {
        const code = (requireFromPeers('jsqr') as JsQr).default(data, width, height);
        return code === null ? [] : [code.data];
      },
    },
    {
      name: `html5-qrcode ${versionOf(requireFromApp, 'html5-qrcode')}`,
      read: html5Reader(requireFromApp('html5-qrcode/third_party/zxing-js.umd.js') as ZXingJs),
    },
  ];
}

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

async function readByDefaults({ pixels }: DecoderPicture): Promise<string[]> {
  const results = await readBarcodes(pixels as ImageData, { formats: ['QRCode'] });
  return results.filter(({ isValid }) => isValid).map(({ text }) => text);
}

async function zbarReader(zbar: ZBar): Promise<PeerDecoder['read']> {
  const scanner = await zbar.getDefaultScanner();
  scanner.setConfig(ZBAR_ALL, ZBAR_ENABLE, 0);
  scanner.setConfig(ZBAR_QRCODE, ZBAR_ENABLE, 1);
  return async ({ luma: { data, width, height } }) => {
    const symbols = await zbar.scanGrayBuffer(new Uint8Array(data).buffer, width, height);
    return symbols.map((symbol) => symbol.decode());
  };
}

/** Reads as html5-qrcode does, which includes its own copy of zxing-js. */
function html5Reader(zxing: ZXingJs): PeerDecoder['read'] {
  const hints = new Map<number, unknown>([
    [zxing.DecodeHintType.POSSIBLE_FORMATS, [zxing.BarcodeFormat.QR_CODE]],
    [zxing.DecodeHintType.TRY_HARDER, false],
  ]);
  return async ({ luma: { data, width, height } }) => {
    const source = new zxing.RGBLuminanceSource(new Uint8ClampedArray(data), width, height);
    const bitmap = new zxing.BinaryBitmap(new zxing.HybridBinarizer(source));
    try {
      return [new zxing.MultiFormatReader(false, hints).decode(bitmap).text];
    } catch {
      // Throws if it finds no code.
      return [];
    }
  };
}
