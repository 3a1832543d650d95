import { expect, test } from 'vitest';
import { chunkCycles, loadedScripts } from './bundle-size.ts';

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'], dynamicImports: ['home.tsx'] },
  '_react.js': { file: 'assets/react.js' },
  'home.tsx': { file: 'assets/home.js', imports: ['index.html', '_points.js'] },
  '_points.js': { file: 'assets/points.js', imports: ['_react.js'] },
  'style.css': { file: 'assets/style.css' },
};

test('the loaded scripts include static imports, list each file once, and contain no styles', () => {
  expect(loadedScripts(manifest, ['index.html'])).toEqual(['assets/index.js', 'assets/react.js']);
  expect(loadedScripts(manifest, ['index.html', 'home.tsx', 'style.css'])).toEqual([
    'assets/home.js',
    'assets/index.js',
    'assets/points.js',
    'assets/react.js',
  ]);
});

test('a source that shares a chunk with others is found through the chunk’s modules', () => {
  const modules = { 'points-card.tsx': 'assets/points.js' };
  expect(loadedScripts(manifest, ['points-card.tsx'], modules)).toEqual([
    'assets/points.js',
    'assets/react.js',
  ]);
});

test('a budget for a chunk that doesn’t exist is an error', () => {
  expect(() => loadedScripts(manifest, ['login.tsx'])).toThrow('login.tsx is in no chunk');
});

test('chunk cycles are found from any starting chunk', () => {
  expect(chunkCycles(manifest)).toEqual([]);
  const cyclic = { ...manifest, '_react.js': { file: 'assets/react.js', imports: ['_points.js'] } };
  expect(chunkCycles(cyclic)).toEqual(['_react.js → _points.js → _react.js']);
});
