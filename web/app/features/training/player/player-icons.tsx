import { icon } from '../../../ui/icons.tsx';

/* Apart from the site's icons, since no other page shows them. */
export const PlayIcon = icon('M8 5.5v13l10.5-6.5L8 5.5Z');
export const PauseIcon = icon('M8 5.5v13M16 5.5v13');
export const BackIcon = icon('M5 12.5a7 7 0 1 0 2.5-5.4L5 9.5M5 4.5v5h5');
export const SoundIcon = icon('M4 9.5v5h3.5L12 18V6L7.5 9.5H4ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11');
export const MutedIcon = icon('M4 9.5v5h3.5L12 18V6L7.5 9.5H4ZM16 9.5l5 5M21 9.5l-5 5');
export const CaptionsIcon = icon('M3 5.5h18v13H3zM11 10.5a2.2 2.2 0 1 0 0 3M17.5 10.5a2.2 2.2 0 1 0 0 3');
export const PictureIcon = icon('M10.5 18.5H3v-13h18v5M13 13h8v5.5h-8z');
export const TheatreIcon = icon('M2.5 7h19v10h-19zM6 20.5h12');
export const FullScreenIcon = icon('M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15');
export const SmallScreenIcon = icon('M4.5 9H9V4.5M19.5 9H15V4.5M4.5 15H9v4.5M19.5 15H15v4.5');
