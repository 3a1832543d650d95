/** Prints the progress of a long benchmark with elapsed seconds. */
export function startProgress(name: string): (text: string) => void {
  const startedAt = performance.now();
  return (text) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`  ${name}, ${String(seconds).padStart(3)} s: ${text}\n`);
  };
}
