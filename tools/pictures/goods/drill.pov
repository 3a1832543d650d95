// Power tools. K: 0 cordless drill, 1 impact driver, 2 cordless screwdriver, 3 corded drill.
#ifndef (K) #declare K = 0; #end
#declare Zoom = 20.5; #declare LookY = 1.2;
#include "stage.inc"
#declare Body = 0;
#switch (K)
 #case (0) #declare C = Clay; #declare Front = -.62; #declare Back = .78; #declare R = .37; #break
 #case (1) #declare C = Sky; #declare Front = -.30; #declare Back = .70; #declare R = .38; #break
 #case (2) #declare C = SlateM; #declare Front = -.55; #declare Back = .62; #declare R = .29; #break
 #case (3) #declare C = srgb <.46,.49,.53>; #declare Front = -.70; #declare Back = 1.0; #declare R = .40; #break
#end
#declare H = 1.95;
union {
 // the motor's housing, along x
 union { lathe { cubic_spline 9 <.1,Front-.02>,<R*.80,Front>,<R*.97,Front+.10>,<R,Front+.3>,<R,Back-.35>,<R*.95,Back-.12>,<R*.7,Back>,<.01,Back+.04>,<0,Back+.1> sturm rotate z*-90 translate y*H }
  Pl(C) }
 // a dark band, and air vents at the back
 union {
  cylinder { <Front+.16,H,0>,<Front+.24,H,0>,R*1.015 }
  #declare i = 0; #while (i<4) RBox(<Back-.50+i*.095,H-.14,-R*1.01>,<Back-.455+i*.095,H+.14,R*1.01>,.015) #declare i = i+1; #end
  Pl(Coal) }
 // chuck and bit
 #if (K=0 | K=3)
  union { lathe { linear_spline 8 <0,0>,<.31,0>,<.31,.20>,<.27,.22>,<.27,.48>,<.20,.62>,<.10,.68>,<0,.68> rotate z*90 translate <Front+.02,H,0> } Pl(Coal) }
  #declare i = 0; #while (i<12) RBox(<Front-.44,H+.245,-.022>,<Front-.24,H+.285,.022>,.015) #declare i = i+1; #end
  union { cylinder { <Front-.2,H,0>,<Front-.235,H,0>,.312 texture { Steel } } }
  union { cylinder { <Front-.6,H,0>,<Front-1.22,H,0>,.055 } cone { <Front-1.22,H,0>,.055,<Front-1.30,H,0>,0 } texture { Steel } }
 #else
  union { lathe { linear_spline 8 <0,0>,<R*.86,0>,<R*.80,.16>,<.22,.30>,<.19,.34>,<.19,.52>,<.15,.56>,<0,.56> rotate z*90 translate <Front+.03,H,0> } Pl(Coal) }
  cylinder { <Front-.50,H,0>,<Front-.56,H,0>,.155 Pl((K=1?Gold:Clay)) }
  union { cylinder { <Front-.5,H,0>,<Front-.86,H,0>,.065 } cylinder { <Front-.86,H,0>,<Front-1.0,H,0>,.045 } cone { <Front-1.0,H,0>,.045,<Front-1.07,H,0>,.02 } texture { Steel } }
 #end
 // handle with its rubber grip, trigger
 #declare G = (K=2 ? .155 : .19);
 union { sphere_sweep { b_spline 6 <.20,2.2,0>,G*1.3 <.25,1.85,0>,G*1.25 <.31,1.4,0>,G <.38,.9,0>,G <.43,.45,0>,G*1.1 <.45,.1,0>,G*1.2 scale <1,1,.95> } Pl(C) }
 union { sphere_sweep { b_spline 5 <.30,1.9,0>,G*.9 <.36,1.55,0>,G*.95 <.40,1.2,0>,G*.95 <.46,.8,0>,G*.95 <.50,.4,0>,G*.9 scale <1,1,1.0> } Rub(Coal) }
 union { RBox(<-.06,1.28,-.09>,<.20,1.58,.09>,.05) Pl(Coal) }
 #if (K<2)
  union { RBox(<-.22,.0,-.36>,<.98,.36,.36>,.06) Pl(Coal) }
  union { RBox(<-.12,.34,-.30>,<.90,.56,.30>,.06) Pl(C) }
  union { RBox(<-.24,.10,-.14>,<-.20,.24,.14>,.01) Pl(Gold) }
 #end
 #if (K=2) union { RBox(<.10,.0,-.24>,<.82,.30,.24>,.10) Pl(Coal) } #end
 #if (K=3)
  union { RBox(<.14,.16,-.25>,<.76,.46,.25>,.10) Pl(C) }
  // side handle and the cable
  union { cylinder { <Front+.08,H-.3,0>,<Front+.08,H-.62,0>,.07 } sphere_sweep { linear_spline 2 <Front+.08,H-.66,0>,.12 <Front+.08,H-1.15,0>,.13 } Rub(Coal) }
  sphere_sweep { b_spline 9 <.46,.5,0>,.055 <.48,.25,0>,.055 <.55,.06,0>,.055 <.95,.05,-.15>,.05 <1.20,.05,-.7>,.05 <.5,.05,-1.1>,.05 <-.6,.05,-.8>,.05 <-1.1,.05,-.4>,.05 <-1.6,.05,-.5>,.05 Rub(Coal) }
 #end
 object { Pane(.26,.32,.03) translate <.18,H-.02,-R*1.0> Pl(Paper) }
 rotate y*26 translate <.28,0,.1> scale (K=2 ? 1.06 : (K=3?.92:1)) }
