// SPDX-License-Identifier: Apache-2.0
// Which part of the picture is seen: zoomed and moved by the pointer, the buttons, and where the story goes.

const kMostScale = 24;
const kTurnByPixel = 0.4;  // degrees
const kLeastRadius = 3;    // of a switch that the camera goes to

class Camera {
  constructor(canvas) {
    this.view = d3.zoomIdentity;
    this.listen(canvas);
  }

  /** The pointer zooms and moves, or turns what is turned. */
  listen(canvas) {
    const free = () => d3.event.type === "wheel" || (!d3.event.button && !d3.event.ctrlKey);
    const several = () => d3.event.touches !== undefined && d3.event.touches.length > 1;
    const turns = () => this.turned && /start|down/.test(d3.event.type) && !d3.event.shiftKey && !several();
    this.zoom = d3.zoom().scaleExtent([1, kMostScale]).clickDistance(3).touchable(true)
      .extent(() => this.extent).filter(() => free() && !turns())
      .on("zoom", () => {
        const { transform } = d3.event;  // which on its way leaves the stage
        this.view = transform.k < 1 ? d3.zoomIdentity : this.zoom.constrain()(transform, this.extent, this.extent);
        this.touch(2);
      });
    this.over = d3.select(canvas).call(this.zoom).call(d3.drag().clickDistance(3).touchable(true)
      .container(canvas).filter(() => free() && turns())
      .on("drag", () => this.turnBy(d3.event.dx * kTurnByPixel, d3.event.dy * kTurnByPixel)));
  }

  /** The stage is so large. */
  fit(extent) {
    this.extent = extent;
    this.zoom.translateExtent(extent);
    this.zoom.scaleBy(this.over, 1);
  }

  px(x) { return x * this.view.k + this.view.x; }
  py(y) { return y * this.view.k + this.view.y; }

  zoomBy(factor) { this.zoom.scaleBy(moving(this.over, kQuick), factor); }
  showAll() { this.zoom.transform(moving(this.over, kCamera), d3.zoomIdentity); }

  /** Goes to where these switches are seen; `near`: also so near that they can be told apart. */
  goTo(list, near = false) {
    if (list.length === 0) return;
    if (this.unlaid) this.lay();
    let { k } = this.view;
    if (near && this.radius() < kLeastRadius) k = Math.min(k * (kLeastRadius / this.radius()) ** 0.8, kMostScale);
    const seen = list.map((sw) => this.at(sw)).every(([x, y]) => x > 20 && y > 20 && x < this.width - 20 && y < this.height - 20);
    if (seen && k === this.view.k) return;
    const middle = (axis) => (d3.min(list, (sw) => this.data.switches[sw][axis]) + d3.max(list, (sw) => this.data.switches[sw][axis])) / 2;
    const to = d3.zoomIdentity.translate(this.width / 2, this.height / 2).scale(k).translate(-middle("x"), -middle("y"));
    this.zoom.transform(moving(this.over, kCamera), this.zoom.constrain()(to, this.extent, this.extent));
  }
}
