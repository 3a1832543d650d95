/** Says on the terminal how far a long benchmark is, with the seconds since it began. */
export function startProgress(name: string): (text: string) => void {
  const startedAt = performance.now();
  return (text) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`  ${name}, ${String(seconds).padStart(3)} s: ${text}\n`);
  };
}
