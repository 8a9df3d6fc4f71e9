import fs from 'node:fs';

// Loaded with --import, also into the database thread: fsync fails while the file named by FAIL_FSYNC exists.
const flag = process.env.FAIL_FSYNC;
if (!flag) throw new Error('FAIL_FSYNC names the file that makes fsync fail');
const fsync = fs.fsyncSync;
fs.fsyncSync = (descriptor) => {
  if (fs.existsSync(flag)) {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5, syscall: 'fsync' });
  }
  fsync(descriptor);
};
