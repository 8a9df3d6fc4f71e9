import { onTestFinished, vi } from 'vitest';

/** A camera that shows a grey picture, or what is drawn on `canvas`, until the test is over. */
export function standInCamera(): { track: MediaStreamTrack; canvas: HTMLCanvasElement } {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
  const stream = canvas.captureStream();
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  onTestFinished(() => asked.mockRestore());
  return { track: stream.getTracks()[0] as MediaStreamTrack, canvas };
}
