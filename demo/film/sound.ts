/** Samples per second: enough for a pad and bells, and about half the data of CD quality. */
export const sampleRate = 24000;

export type Score = {
  seconds: number;
  /** The seed that selects the chords, so that each film of a course sounds different. */
  seed: number;
  /** The times of the bells that mark appearing points, in seconds. */
  bells: readonly number[];
};

const chords = [
  [0, 7, 12, 16],
  [-3, 4, 12, 16],
  [-7, 5, 9, 12],
  [-5, 7, 11, 14],
] as const;
const chordSeconds = 5;

const hertz = (semitones: number): number => 146.83 * 2 ** (semitones / 12);

/** A pseudo-random number from -1 to 1 that is the same on every run. */
function noise(index: number): number {
  const x = Math.sin(index * 12.9898) * 43758.5453;
  return (x - Math.floor(x)) * 2 - 1;
}

function addPad(samples: Float32Array, { seconds, seed }: Score): void {
  for (let bar = 0; bar * chordSeconds < seconds; bar++) {
    const chord = chords[(bar + seed) % chords.length] ?? chords[0];
    const from = bar * chordSeconds - 0.6;
    for (const [voice, note] of chord.entries()) {
      const step = (2 * Math.PI * hertz(note + (seed % 3) * 2)) / sampleRate;
      addTone(samples, from, chordSeconds + 1.4, (i, envelope) => {
        const vibrato = 1 + 0.0009 * Math.sin((i / sampleRate) * 4 + voice);
        const phase = i * step * vibrato;
        return envelope * 0.05 * (Math.sin(phase) + 0.25 * Math.sin(2 * phase) + 0.08 * Math.sin(3 * phase));
      });
    }
  }
}

/** A tone with a long attack and release. */
function addTone(
  samples: Float32Array,
  from: number,
  length: number,
  tone: (i: number, envelope: number) => number,
): void {
  const count = Math.floor(length * sampleRate);
  const start = Math.floor(from * sampleRate);
  for (let i = 0; i < count; i++) {
    const at = start + i;
    if (at < 0 || at >= samples.length) continue;
    const envelope = Math.sin((Math.PI * i) / count) ** 0.8;
    samples[at] = (samples[at] ?? 0) + tone(i, envelope);
  }
}

/** Waves on a hull: noise through a low-pass filter, swelling every six seconds. */
function addSea(samples: Float32Array): void {
  let low = 0;
  for (let i = 0; i < samples.length; i++) {
    low += (noise(i) - low) * 0.045;
    const breath = 0.5 + 0.5 * Math.sin((2 * Math.PI * i) / (sampleRate * 6) - 1.2);
    samples[i] = (samples[i] ?? 0) + low * (0.05 + 0.13 * breath ** 2);
  }
}

function addBell(samples: Float32Array, at: number, semitones: number): void {
  const step = (2 * Math.PI * hertz(semitones)) / sampleRate;
  const start = Math.floor(at * sampleRate);
  for (let i = 0; i < sampleRate * 1.6 && start + i < samples.length; i++) {
    const decay = Math.exp((-i / sampleRate) * 4.2) * Math.min(i / 90, 1);
    samples[start + i] =
      (samples[start + i] ?? 0) + decay * 0.11 * (Math.sin(i * step) + 0.35 * Math.sin(i * step * 2.76));
  }
}

/** A soft pad, the sea and a bell for each point, as mono 16-bit samples that fade in and out. */
export function compose(score: Score): Int16Array {
  const samples = new Float32Array(Math.ceil(score.seconds * sampleRate));
  addPad(samples, score);
  addSea(samples);
  for (const [i, at] of score.bells.entries()) addBell(samples, at, 24 + ([0, 4, 7, 12][i % 4] ?? 0));
  return Int16Array.from(samples, (value, i) => {
    const edge = Math.min(i / sampleRate / 1.2, (samples.length - i) / sampleRate / 1.6, 1);
    return Math.round(Math.tanh(value * 1.2) * edge * 28000);
  });
}
