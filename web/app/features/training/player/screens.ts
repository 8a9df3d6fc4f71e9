type OnPhone = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** The element that fills the screen: one that stays when the next film opens, so that it opens in full screen too. */
const stageOf = (video: HTMLVideoElement) => video.closest<HTMLElement>('.film-stage');

/** Enters or leaves full screen; a phone is turned to landscape where its browser allows that. */
export async function toggleFullScreen(video: HTMLVideoElement): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  const stage = stageOf(video);
  // an iPhone has only the system's own player in full screen
  if (!stage?.requestFullscreen) return (video as OnPhone).webkitEnterFullscreen?.();
  await stage.requestFullscreen();
  const orientation = screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> };
  // computers refuse, and so do phones that are not to be turned: the film then stands as the device is held
  if (matchMedia('(pointer: coarse)').matches) await orientation.lock?.('landscape').catch(() => undefined);
}

/** Opens or closes the small window above other programs. */
export async function togglePictureInPicture(video: HTMLVideoElement): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture();
  // Nothing is loaded yet: the browser would refuse, and there is nothing to report.
  if (video.readyState > HTMLMediaElement.HAVE_NOTHING) await video.requestPictureInPicture();
}
