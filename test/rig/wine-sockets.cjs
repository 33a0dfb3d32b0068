// Loaded before anything else below Wine, whose sockets refuse the delay of keep-alive that Node's fetch asks for before it
// connects: every fetch failed with UNKNOWN, while net and http connected.
const net = require('node:net');

net.Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
