// SPDX-License-Identifier: Apache-2.0
// Switches to which nothing has happened, drawn once and then copied: hundreds of circles take longer than a frame has.

class Discs {
  constructor() { this.kept = new Map(); }

  /** One of a radius, in the colours of now: a picture and its size on the stage. */
  of(radius, ratio) {
    const r = Math.round(radius * 4) / 4;
    const key = `${ink.switch} ${ink.rim} ${ratio} ${r}`;
    if (this.kept.has(key)) return this.kept.get(key);
    const size = 2 * Math.ceil((r + 1) * ratio);
    const picture = make("canvas", { width: size, height: size });
    const c = picture.getContext("2d");
    c.scale(ratio, ratio);
    c.fillStyle = ink.switch;
    c.strokeStyle = ink.rim;
    c.lineWidth = r < 3 ? 0.7 : 1;
    c.arc(size / 2 / ratio, size / 2 / ratio, r, 0, 7);
    c.fill();
    c.stroke();
    const disc = { picture, size: size / ratio };
    this.kept.set(key, disc);
    return disc;
  }
}
