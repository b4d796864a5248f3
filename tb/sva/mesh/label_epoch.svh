// SPDX-License-Identifier: Apache-2.0
// Epochs near the present one.
received_valid_i = received_valid_i & 6'($urandom) & 6'($urandom);
up_i = $urandom % 32 == 0;
for (int d = 0; d < 6; d = d + 1) begin
  received_epoch_i[32*d+:32] = epoch_o + 32'($urandom % 16 == 0);
  if (epoch_o != '0 && $urandom % 4 == 0) received_epoch_i[32*d+:32] = epoch_o - 1;
end
